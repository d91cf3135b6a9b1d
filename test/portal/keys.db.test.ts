import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, many } from '../../src/postgres/db.ts'
import { expectProblem } from '../http/support/problem.ts'
import { SHOP } from '../http/support/test-app.ts'
import { startSettledApp } from '../http/support/settled-app.ts'
import { listAudit } from '../support/list-audit.ts'
import { usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

// Attacks: a key is what its holder is, and no more.
const world = usePortal(startSettledApp)
let owner: TestBrowser
let ownerId: string
let paymentId: string
let people = 0

beforeAll(async () => {
  const { app, portal } = world
  paymentId = await app.payments.sale()
  app.memory.put(await app.payments.read(paymentId))
  const entered = await portal.enter(SHOP.merchantId, 'olga', 'owner')
  ;[owner, ownerId] = [entered.browser, entered.personId]
})
beforeEach(() => {
  world.app.memory.sent.length = 0
})

const nextName = () => `d-${String((people += 1))}`
const enter = (role: 'developer' | 'owner') => world.portal.enter(SHOP.merchantId, nextName(), role)

/** Fills in the form of the portal; what is shown once is returned. */
async function make(browser: TestBrowser, ...scopes: string[]) {
  const name = nextName()
  const ticked = Object.fromEntries(scopes.map((scope) => [`scope_${scope}`, '1']))
  const { status, text } = await browser.post('/portal/keys', { name, ...ticked })
  const key = /tgk_[a-z_]+/.exec(text)?.[0] ?? ''
  return { status, key, name, keyId: key.split('_')[1] ?? '' }
}

const refund = (key: string) =>
  world.app.call('POST', `/payment/${paymentId}/refund`, { token: key, body: { amount: 1 } })
const read = async (key: string) => (await world.app.call('GET', '/account', { token: key })).status
const changeRole = (personId: string, role: string) =>
  owner.post(`/portal/people/${personId}/role`, { role })
const disable = (personId: string) => owner.post(`/portal/people/${personId}/disable`)

test('a developer makes no key that does what developers may not, and is not offered one', async () => {
  const { browser } = await enter('developer')
  for (const scope of ['refunds', 'payments']) {
    expect((await make(browser, 'read', scope)).status).toBe(403)
    expect((await browser.get('/portal/keys')).text).not.toContain(`scope_${scope}`)
  }
  const { status, key } = await make(browser, 'read', 'settings')
  expect(status).toBe(200)
  expect(await read(key)).toBe(200)
  expectProblem(await refund(key), 'forbidden')
  expect(world.app.memory.sent).toEqual([])
})

test('a key is narrowed at once with its holder, widened by nothing, and refused with the role', async () => {
  const { browser, personId } = await enter('owner')
  const { key, name } = await make(browser, 'read', 'refunds')
  await changeRole(personId, 'developer')
  expect(await read(key)).toBe(200)
  expectProblem(await refund(key), 'forbidden')
  expect((await owner.get('/portal/keys')).text).toContain('now only: read')
  await changeRole(personId, 'support')
  expectProblem(await refund(key), 'unauthorized')
  // Who loses the role loses the keys: they do not come back with it.
  await changeRole(personId, 'owner')
  expectProblem(await refund(key), 'unauthorized')
  const page = await owner.get('/portal/keys')
  expect(page.text).toContain(name)
  expect(page.text).toContain('ended with its holder')
  expect(world.app.memory.sent).toEqual([])
})

test('a key ends with its holder, also when the person comes back', async () => {
  const { browser, personId } = await enter('developer')
  const { key } = await make(browser, 'read')
  expect(await read(key)).toBe(200)
  await disable(personId)
  expect(await read(key)).toBe(401)
  await owner.post(`/portal/people/${personId}/link`)
  expect(await read(key)).toBe(401)
  const again = await make(await world.portal.browserOf(personId), 'read')
  expect(await read(again.key)).toBe(200)
})

test('an owner takes a key over, before or after its holder has gone, and nobody else does', async () => {
  const { browser, personId } = await enter('developer')
  const { key, keyId } = await make(browser, 'read')
  await disable(personId)
  const other = await enter('developer')
  const path = `/portal/keys/${keyId}/take-over`
  expect((await other.browser.post(path)).status).toBe(403)
  expect(await read(key)).toBe(401)
  expect((await owner.get(path)).text).toContain('It becomes your key')
  expect((await owner.post(path)).status).toBe(303)
  expect(await read(key)).toBe(200)
  const audited = (await listAudit(world.app.pool)).find(({ action }) => action === 'key.take-over')
  expect(audited).toMatchObject({
    subject: keyId,
    operator: `person/${ownerId}/${SHOP.merchantId}`,
    detail: { heldBefore: personId },
  })
  await owner.post(`/portal/keys/${keyId}/end`)
  expect((await owner.post(path)).status).toBe(404)
  expect(await read(key)).toBe(401)
})

test('with its token the merchant takes a key over as its own; a key takes over nothing', async () => {
  const { browser, personId } = await enter('developer')
  const { key, keyId } = await make(browser, 'read')
  const token = await world.app.token()
  const path = `/api-keys/${keyId}/take-over`
  expectProblem(await world.app.call('POST', path, { token: key }), 'forbidden')
  expect((await world.app.call('POST', path, { token })).status).toBe(204)
  await disable(personId)
  expect(await read(key)).toBe(200)
  const { keys } = (await world.app.call('GET', '/api-keys', { token })).body
  const found = keys.find((one: { keyId: string }) => one.keyId === keyId)
  expect(found).toMatchObject({ usable: ['read'] })
  expect(found).not.toHaveProperty('heldBy')
})

test('what is done with a key names the key, in the command, the audit and the log', async () => {
  const { key, keyId, name } = await make(owner, 'refunds', 'settings')
  await refund(key)
  const body = { pageLanguage: 'en' }
  expect((await world.app.call('PATCH', '/account', { token: key, body })).status).toBe(200)
  expect(world.app.memory.sent[0]?.meta).toMatchObject({
    actor: `merchant/${SHOP.merchantId}`,
    key: keyId,
  })
  const audited = (await listAudit(world.app.pool)).find(
    ({ action }) => action === 'account.change',
  )
  expect(audited).toMatchObject({
    operator: `merchant/${SHOP.merchantId}/key/${keyId}`,
    detail: { keyName: name },
  })
  expect(world.app.lines.filter((line) => line['keyId'] === keyId)).toHaveLength(2)
})

test('keys from before have the holder that the audit names', async () => {
  const { browser, personId } = await enter('developer')
  const { keyId } = await make(browser, 'read')
  const body = { name: 'own', scopes: ['read'] }
  const own = (await world.app.call('POST', '/api-keys', { token: await world.app.token(), body }))
    .body.keyId
  await execute(world.app.pool, 'update api_key set holder_id = null, held_since = null')
  const text = readFileSync('src/postgres/migrations/0041-held-keys.sql', 'utf8')
  await execute(world.app.pool, /^update api_key [^;]+;/m.exec(text)?.[0] ?? '')
  const holders = await many<{ id: string; holder: string | null }>(
    world.app.pool,
    'select key_id as id, holder_id as holder from api_key',
  )
  expect(holders).toContainEqual({ id: keyId, holder: personId })
  expect(holders).toContainEqual({ id: own, holder: null })
})
