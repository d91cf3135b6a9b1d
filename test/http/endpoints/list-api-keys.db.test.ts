import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

test('200: with the time of the last use, and never the key', async () => {
  const body = { name: 'Reports', scopes: ['read'] }
  const made = await app.call('POST', '/api-keys', { token: app.tokens.shop, body })
  const { key, keyId } = made.body
  expect((await app.get('/api-keys')).body.keys).toEqual([
    { keyId, ...body, usable: ['read'], createdAt: expect.any(String) },
  ])
  await app.get('/account', key)
  const { body: list, text } = await app.get('/api-keys')
  expect(list.keys).toMatchObject([{ keyId, lastUsedAt: expect.any(String) }])
  expect(text).not.toContain(key)
  expect((await app.get('/api-keys', app.tokens.stranger)).body).toEqual({ keys: [] })
  expect((await app.get('/api-keys', app.tokens.agent)).status).toBe(403)
})
