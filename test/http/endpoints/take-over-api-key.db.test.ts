import { afterAll, beforeAll, expect, test } from 'vitest'
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
const takeOver = (keyId: string, token = app.tokens.shop) =>
  app.call('POST', `/api-keys/${keyId}/take-over`, { token })

test("204: the merchant's own stays its own", async () => {
  const { key, keyId } = await create()
  expect((await takeOver(keyId)).status).toBe(204)
  expect((await app.get('/account', key)).status).toBe(200)
})

test('403: an agent, or a key', async () => {
  const { key, keyId } = await create()
  expectProblem(await takeOver(keyId, app.tokens.agent), 'forbidden')
  expectProblem(await takeOver(keyId, key), 'forbidden')
})

test("404: another merchant's, and one that was ended", async () => {
  const { keyId } = await create()
  expectProblem(await takeOver(keyId, app.tokens.stranger), 'key_not_found')
  await app.call('DELETE', `/api-keys/${keyId}`, { token: app.tokens.shop })
  expectProblem(await takeOver(keyId), 'key_not_found')
})
