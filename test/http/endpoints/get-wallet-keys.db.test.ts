import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('publishes one public key for each wallet, and nothing private', async () => {
    const { status, body } = await app.call('GET', '/.well-known/wallet-keys.json')
    expect(status).toBe(200)
    for (const { publicKey } of [body.google, body.apple]) {
      const key = Buffer.from(publicKey as string, 'base64')
      expect(createPublicKey({ key, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ec')
    }
    expect(body.c2p).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256', use: 'enc' })
    expect(body.c2p).not.toHaveProperty('d')
  })
})
