import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('tokens verify with the published keys, and no private part is published', async () => {
    const { status, body } = await app.call('GET', '/.well-known/jwks.json')
    expect(status).toBe(200)
    const keys = createLocalJWKSet(body as JSONWebKeySet)
    const { payload } = await jwtVerify(await app.token(), keys)
    expect(payload.sub).toBe('shop')
    for (const key of body.keys) {
      expect(key).toMatchObject({ kid: expect.any(String), use: expect.stringMatching(/sig|enc/) })
      expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']))
    }
  })
})
