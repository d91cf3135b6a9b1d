import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '../../../src/postgres/db.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const create = async () =>
  (
    await app.call('POST', '/api-keys', {
      token: app.tokens.shop,
      body: { name: 'One', scopes: ['read'] },
    })
  ).body
const revoke = (keyId: string, token = app.tokens.shop) =>
  app.call('DELETE', `/api-keys/${keyId}`, { token })

test('204: the key is refused at once, and once is enough for the audit', async () => {
  const { key, keyId } = await create()
  expect((await app.get('/account', key)).status).toBe(200)
  expect((await revoke(keyId)).status).toBe(204)
  expect((await revoke(keyId)).status).toBe(204)
  expectProblem(await app.get('/account', key), 'unauthorized')
  expect((await app.get('/api-keys')).body.keys[0].revokedAt).toEqual(expect.any(String))
  const lines = await many(
    app.pool,
    `select subject from operator_audit where action = 'key.revoke'`,
  )
  expect(lines).toEqual([{ subject: keyId }])
})

test("404: another merchant's", async () => {
  const { key, keyId } = await create()
  expectProblem(await revoke(keyId, app.tokens.stranger), 'key_not_found')
  expectProblem(await revoke(keyId, app.tokens.agent), 'forbidden')
  expect((await app.get('/account', key)).status).toBe(200)
})
