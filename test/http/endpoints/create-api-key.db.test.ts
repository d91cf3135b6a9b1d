import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '../../../src/postgres/db.ts'
import { startListedApp } from '../support/listed-payments.ts'
import type { ListedApp } from '../support/listed-payments.ts'
import { expectProblem } from '../support/problem.ts'
import { OTHER } from '../support/test-app.ts'

let app: ListedApp
beforeAll(async () => {
  app = await startListedApp()
})
afterAll(() => app.close())

const create = (body: object, token = app.tokens.shop) =>
  app.call('POST', '/api-keys', { token, body })

test('201: a key that works, shown once, kept as a hash, audited without it', async () => {
  const { status, body } = await create({ name: 'Reports', scopes: ['read', 'read'] })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'Reports',
    scopes: ['read'],
    key: expect.stringMatching(/^tgk_[a-z_]{70,}$/),
  })
  expect((await app.get('/account', body.key)).body).toMatchObject({ merchantId: 'shop' })
  const kept = await many(app.pool, 'select * from api_key')
  const audit = await many(app.pool, `select * from operator_audit where action = 'key.create'`)
  expect(audit).toMatchObject([{ subject: body.keyId, operator: 'merchant/shop' }])
  expect(JSON.stringify([kept, audit, app.lines])).not.toContain(body.key.split('_')[2])
})

test('it ends by itself', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { key, keyId } = (await create({ name: 'An hour', scopes: ['read'], expiresAt })).body
  expect((await app.get('/account', key)).status).toBe(200)
  await app.pool.query({
    text: 'update api_key set expires_at = now() where key_id = $1',
    values: [keyId],
  })
  expectProblem(await app.get('/account', key), 'unauthorized')
})

test('it ends with its merchant', async () => {
  const { key } = (await create({ name: 'One', scopes: ['read'] }, app.tokens.stranger)).body
  await app.services.merchants.setStatus('other', 'disabled')
  expectProblem(await app.get('/account', key), 'unauthorized')
  await app.services.merchants.setStatus('other', 'active')
  expect((await app.get('/account', key)).status).toBe(200)
})

test('a key makes no key', async () => {
  const scopes = ['read', 'payments', 'refunds', 'settings']
  const { key } = (await create({ name: 'Everything', scopes })).body
  expectProblem(await create({ name: 'More', scopes }, key), 'forbidden')
  expectProblem(await app.get('/api-keys', key), 'forbidden')
})

test('what is done with a key stands in the audit with its id', async () => {
  const { key, keyId } = (await create({ name: 'Settings', scopes: ['settings'] })).body
  await app.call('PATCH', '/account', { token: key, body: { pageLanguage: 'en' } })
  const lines = await many(
    app.pool,
    `select operator from operator_audit where action = 'account.change'`,
  )
  expect(lines).toEqual([{ operator: `merchant/shop/key/${keyId}` }])
})

test.each([
  { name: 'No scope', scopes: [] },
  { name: 'Unknown', scopes: ['everything'] },
  { scopes: ['read'] },
  { name: 'Over', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' },
])('400: %o', async (body) => {
  expectProblem(await create(body), 'invalid_request')
})

test('403: an agent', async () => {
  expectProblem(await create({ name: 'One', scopes: ['read'] }, app.tokens.agent), 'forbidden')
})

test('409: more than fifty at a time', async () => {
  await app.pool.query({
    text: `insert into api_key (key_id, merchant_id, name, scopes, hash)
           select repeat('k', n), 'other', 'many', '{read}', sha256(n::text::bytea)
             from generate_series(1, 50) n`,
  })
  const token = await app.token({ merchant: OTHER })
  expectProblem(await create({ name: 'One more', scopes: ['read'] }, token), 'too_many_keys')
})
