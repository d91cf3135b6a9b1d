import { beforeAll, expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import { createPortalSessions } from '../../src/postgres/portal/sessions.ts'
import { hashPassword } from '../../src/portal/auth/passwords.ts'
import { newTotpSecret, stepAt, totpAt } from '../../src/portal/auth/totp.ts'
import { createPeople } from '../../src/postgres/portal/people.ts'
import { createEnvelope } from '../../src/vault/envelope.ts'
import { createKeyWrapper } from '../../src/vault/create-key-wrapper.ts'
import { movePortalCodes, unreadablePortalKeys } from '../../src/vault/portal-codes.ts'
import { loadPortalKeys, rotatePortalKeys } from '../../src/vault/portal-keys.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { listAudit } from '../support/list-audit.ts'
import { OTHER, SHOP, startTestApp } from '../http/support/test-app.ts'
import { browse, usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

const world = usePortal(startTestApp)
let owner: TestBrowser
let ownerId: string
const merchantId = SHOP.merchantId

beforeAll(async () => {
  const entered = await world.portal.enter(merchantId, 'olga', 'owner')
  ;[owner, ownerId] = [entered.browser, entered.personId]
})

const linkIn = (text: string) => /\/portal\/join\/[\w-]+/.exec(text)?.[0] ?? ''
const secretIn = (text: string) => /name="secret" value="([A-Z2-7]{32})"/.exec(text)?.[1] ?? ''
const personOf = async (name: string) =>
  (await world.portal.parts.people.list(merchantId)).find((one) => one.name === name)!

/** Opens the link and fills in its form; the code is right unless told otherwise. */
async function take(link: string, changes: Record<string, string> = {}) {
  const browser = browse(world.portal.origin)
  const secret = secretIn((await browser.get(link)).text)
  const code = totpAt(secret, stepAt(Date.now()))
  const fields = { password: 'correct horse battery', secret, code, ...changes }
  return { ...(await browser.post(link, fields)), browser }
}

test('an owner invites somebody, whose link is good once and shows ten recovery codes', async () => {
  const invited = await owner.post('/portal/people', { name: 'Petra@Shop.eu', role: 'support' })
  const link = linkIn(invited.text)
  expect(invited.status).toBe(200)
  const page = await browse(world.portal.origin).get(link)
  expect(page.text).toContain('petra@shop.eu')
  expect(page.text).toContain('otpauth://totp/')
  const joined = await take(link)
  expect(joined.status).toBe(200)
  expect(joined.text.match(/<li>[A-Z2-7]{4}(-[A-Z2-7]{4}){3}<\/li>/g)).toHaveLength(10)
  const home = await joined.browser.get('/portal')
  expect(home.text).toContain('petra@shop.eu, Support')
  expect((await take(link)).status).toBe(404)
  const stored = await world.app.pool.query({
    text: `select p.*, t.* from portal_person p join portal_totp t using (person_id)`,
  })
  expect(JSON.stringify(stored.rows)).not.toContain('correct horse battery')
  const audited = (await listAudit(world.app.pool)).map(({ action }) => action)
  for (const action of ['portal.invite', 'portal.join', 'portal.people-invite', 'portal.sign-in'])
    expect(audited).toContain(action)
})

test.each([
  ['a short password', { password: 'short' }, 'too short'],
  ['a password that is the name', { password: 'wrong.person' }, 'little more than your name'],
  ['an endless password', { password: 'x'.repeat(200) }, 'too long'],
  ['a wrong code', { code: '000000' }, 'does not match'],
])('with %s nobody comes in, and the link stays good', async (_, changes, words) => {
  const name = `wrong.person${String(Math.random()).slice(2, 8)}`
  const link = linkIn((await owner.post('/portal/people', { name, role: 'support' })).text)
  const mine =
    'password' in changes && changes.password === 'wrong.person' ? { password: name } : changes
  const refused = await take(link, mine)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain(words)
  expect(refused.headers.getSetCookie()).toEqual([])
  expect((await take(link)).status).toBe(200)
})

test('a link that two open at once lets one in', async () => {
  const link = linkIn((await owner.post('/portal/people', { name: 'race', role: 'support' })).text)
  const both = await Promise.all([take(link), take(link)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('a new link ends the one before it, and password and sessions once it is used', async () => {
  const lost = await world.portal.join(merchantId, 'lost', 'accountant')
  const session = await world.portal.browserOf(lost.personId)
  const first = linkIn((await owner.post(`/portal/people/${lost.personId}/link`)).text)
  const second = linkIn((await owner.post(`/portal/people/${lost.personId}/link`)).text)
  expect((await browse(world.portal.origin).get(first)).status).toBe(404)
  expect((await session.get('/portal')).status).toBe(200)
  expect((await take(second)).status).toBe(200)
  expect((await session.get('/portal')).status).toBe(303)
  expect((await personOf('lost')).role).toBe('accountant')
})

test('an old link is no link, nor is one of somebody who was disabled', async () => {
  const made = async (name: string) =>
    linkIn((await owner.post('/portal/people', { name, role: 'support' })).text)
  const [old, disabled] = [await made('old'), await made('gone')]
  const { personId } = await personOf('old')
  await world.app.pool.query({
    text: `update portal_invitation set expires_at = clock_timestamp() where person_id = '${personId}'`,
  })
  await owner.post(`/portal/people/${(await personOf('gone')).personId}/disable`)
  for (const link of [old, disabled, '/portal/join/nothing'])
    expect((await take(link)).status).toBe(404)
})

test('a name is taken once per merchant, and says nothing to another', async () => {
  const again = await owner.post('/portal/people', { name: 'olga', role: 'support' })
  expect(again.status).toBe(422)
  expect(again.text).toContain('There is somebody with this name')
  const other = await world.portal.join(OTHER.merchantId, 'olga', 'owner')
  expect(other.personId).not.toBe(ownerId)
  for (const name of ['', 'with space', 'a/b', '<script>'])
    expect((await owner.post('/portal/people', { name, role: 'owner' })).status).toBe(422)
  expect((await owner.post('/portal/people', { name: 'king', role: 'king' })).status).toBe(400)
})

test('the last owner stays one, also when two owners end each other at once', async () => {
  const alone = await owner.post(`/portal/people/${ownerId}/disable`)
  expect(alone.text).toContain('The last owner stays one')
  const second = await world.portal.join(merchantId, 'second', 'owner')
  const theirs = await world.portal.browserOf(second.personId)
  await Promise.all([
    owner.post(`/portal/people/${second.personId}/role`, { role: 'support' }),
    theirs.post(`/portal/people/${ownerId}/role`, { role: 'support' }),
  ])
  const owners = (await world.portal.parts.people.list(merchantId)).filter(
    (one) => one.role === 'owner' && one.joinedAt !== null,
  )
  expect(owners).toHaveLength(1)
  await world.app.pool.query({
    text: `update portal_person set role = 'owner' where person_id = '${ownerId}'`,
  })
})

test("secrets of one-time codes move to the portal's newest key, also from the gateway's", async () => {
  const { keyRing, pool } = world.app
  const { keysFile } = world.portal
  const underGateway = createEnvelope(createKeyWrapper(keyRing))
  const act = { merchantId, actor: 'test', origin: 'test' }
  const personId = randomId()
  const people = createPeople(pool, underGateway)
  const token = (await people.invite({ personId, name: 'before', role: 'support' }, act))!
  await people.join(token, {
    password: await hashPassword('irrelevant here'),
    secret: newTotpSecret(),
    step: 0,
    recoveryCodes: [],
    origin: 'test',
  })
  await rotatePortalKeys(keysFile)
  const portalKeys = loadPortalKeys(keysFile)
  expect(await unreadablePortalKeys(pool, portalKeys)).toEqual([keyRing.vault[0]!.id])
  const { rewrapped, unreadable } = await movePortalCodes(pool, { keyRing, portalKeys })
  expect(rewrapped).toBeGreaterThan(1)
  expect(unreadable).toEqual([])
  const keys = await many<{ key: string }>(pool, 'select distinct key_id as key from portal_totp')
  expect(keys).toEqual([{ key: portalKeys.vault[0]!.id }])
  expect(await unreadablePortalKeys(pool, portalKeys)).toEqual([])
})

test('visits and invitations that were over three months ago are forgotten, and no others', async () => {
  const count = async () =>
    (
      await many<{ sessions: number; invitations: number }>(
        world.app.pool,
        `select (select count(*) from portal_session)::int as sessions,
                (select count(*) from portal_invitation)::int as invitations`,
      )
    )[0]!
  const before = await count()
  expect(before.sessions).toBeGreaterThan(1)
  const age = (table: string, days: number) =>
    many(
      world.app.pool,
      `update ${table} set expires_at = clock_timestamp() - make_interval(days => $1)
        where hash = (select hash from ${table} order by hash limit 1)`,
      [days],
    )
  await Promise.all([age('portal_session', 89), age('portal_invitation', 89)])
  await createPortalSessions(world.app.pool).forget()
  expect(await count()).toEqual(before)
  await Promise.all([age('portal_session', 91), age('portal_invitation', 91)])
  await createPortalSessions(world.app.pool).forget()
  const { sessions, invitations } = await count()
  expect([sessions, invitations]).toEqual([before.sessions - 1, before.invitations - 1])
})

test('an attack: a link that an owner kept dies with the owner, or with the role', async () => {
  // The race of two owners above may have ended the session of the usual one.
  const { browser: staying } = await world.portal.enter(merchantId, 'staying', 'owner')
  for (const ending of ['disable', 'role'] as const) {
    const leaving = await world.portal.enter(merchantId, `leaving-${ending}`, 'owner')
    const { personId } = await world.portal.join(merchantId, `victim-${ending}`, 'accountant')
    const friend = await leaving.browser.post('/portal/people', {
      name: `friend-${ending}`,
      role: 'owner',
    })
    const takeOver = await leaving.browser.post(`/portal/people/${personId}/link`)
    const ended = await staying.post(`/portal/people/${leaving.personId}/${ending}`, {
      role: 'support',
    })
    expect([ended.status, ended.location]).toEqual([303, '/portal/people'])
    for (const link of [linkIn(friend.text), linkIn(takeOver.text)]) {
      expect(link).not.toBe('')
      expect((await take(link)).status).toBe(404)
    }
    const act = { merchantId, actor: `person/${leaving.personId}/${merchantId}`, origin: 'test' }
    const late = { personId: randomId(), name: `late-${ending}`, role: 'owner' } as const
    const { people } = world.portal.parts
    expect(await people.invite(late, act)).toBeUndefined()
    expect(await people.inviteAgain(personId, act)).toBeUndefined()
  }
})
