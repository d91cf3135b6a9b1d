import { beforeAll, describe, expect, test } from 'vitest'
import { mayPerson, portalRoles } from '../../src/domain/portal-role.ts'
import type { PortalRole } from '../../src/domain/portal-role.ts'
import { portalRoutes } from '../../src/portal/routes.ts'
import type { PortalRoute } from '../../src/portal/route.ts'
import { OTHER, SHOP } from '../http/support/test-app.ts'
import { startSettledApp } from '../http/support/settled-app.ts'
import { reportDispute } from '../http/support/report-dispute.ts'
import { randomId } from '../../src/vault/random-id.ts'
import { browse, usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

type Who = PortalRole | 'stranger' | 'nobody'

const world = usePortal(startSettledApp)
const browsers = {} as Record<Who, TestBrowser>
/** What belongs to the shop, by the names that paths have for it; to the owner in person, what only a person has. */
let own: Record<string, string>
let owners: Record<string, string>

beforeAll(async () => {
  const { app, portal } = world
  const paymentId = await app.payments.sale()
  await app.settle()
  app.memory.put(await app.payments.read(paymentId))
  const shop = { token: app.tokens.shop }
  const webhook = { body: { url: 'https://shop.example/hooks' }, ...shop }
  const { webhookId } = (await app.call('POST', '/webhooks', webhook)).body
  const link = { body: { amount: 1, currency: 'PLN', description: 'link-of-the-shop' }, ...shop }
  const { linkId } = (await app.call('POST', '/links', link)).body
  const key = { body: { name: 'own-key-of-the-shop', scopes: ['read'] }, ...shop }
  const { keyId } = (await app.call('POST', '/api-keys', key)).body
  const disputeId = await reportDispute(app, await app.payments.read(paymentId))
  const [settlement] = (await app.get('/settlements')).body.settlements
  const people = {} as Record<Who, string>
  for (const role of portalRoles) {
    const { personId, browser } = await portal.enter(SHOP.merchantId, `a-${role}`, role)
    people[role] = personId
    browsers[role] = browser
  }
  browsers.stranger = (await portal.enter(OTHER.merchantId, 'a-stranger', 'owner')).browser
  browsers.nobody = browse(portal.origin)
  const victim = await portal.enter(SHOP.merchantId, 'victim-of-the-shop', 'support')
  await portal.browserOf(people.owner)
  owners = await personal(people.owner)
  own = {
    paymentId,
    webhookId,
    linkId,
    keyId,
    disputeId,
    kind: 'receipt',
    eventId: `${paymentId}_1`,
    personId: victim.personId,
    settlementId: settlement.settlementId,
    token: 'x',
    ...(await personal(victim.personId)),
  }
})

async function personal(personId: string) {
  const { sessions, views } = world.portal.parts
  const viewId = randomId()
  await views.save(personId, { viewId, name: 'view-of-the-shop', query: 'status=PENDING' })
  return { sessionId: (await sessions.list(personId))[0]!.sessionId, viewId }
}

const nameOf = ({ method, path }: PortalRoute) => `${method} ${path}`
const guarded = portalRoutes.filter(({ needs }) => needs !== 'nothing')
const open = portalRoutes.filter(({ needs }) => needs === 'nothing')
const named = guarded.map((route) => [nameOf(route), route] as const)
const pathOf = ({ path }: PortalRoute, who: Who = 'nobody') =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const known = who === 'owner' ? { ...own, ...owners } : own
    expect(known, `the test has no ${name} of the shop`).toHaveProperty(name)
    return known[name]!
  })
const visit = (who: Who, route: PortalRoute) => browsers[who][route.method](pathOf(route, who))

test('only signing in, signing out and taking an invitation are open to whoever comes', () => {
  expect(open.map(nameOf)).toEqual([
    'get /portal/sign-in',
    'post /portal/sign-in',
    'post /portal/sign-out',
    'get /portal/join/:token',
    'post /portal/join/:token',
  ])
})

test('who needs what is what it was, route by route', () => {
  expect(Object.fromEntries(guarded.map((route) => [nameOf(route), route.needs]))).toMatchSnapshot()
})

test('no two routes are one', () => {
  expect(new Set(portalRoutes.map(nameOf)).size).toBe(portalRoutes.length)
})

test('every form that changes something is audited', () => {
  const silent = guarded.filter(({ method, audited }) => method === 'post' && !audited)
  expect(silent.map(nameOf)).toEqual([])
})

test.each(named)(
  'without a session %s leads to the sign-in and tells nothing',
  async (_, route) => {
    const answer = await visit('nobody', route)
    expect(answer.status).toBe(303)
    expect(answer.location).toMatch(/^\/portal\/sign-in/)
    expect(answer.text).not.toContain('own-key-of-the-shop')
  },
)

test.each(named.filter(([, { method }]) => method === 'get'))(
  'an owner of the shop does see %s: there is something to leak',
  async (_, route) => {
    const answer = await visit('owner', route)
    expect(answer.status, answer.text).toBe(200)
  },
)

test.each(named)("another merchant's owner learns and does nothing at %s", async (_, route) => {
  const before = await untouched()
  const answer = await visit('stranger', route)
  if (route.path.includes('/:')) expect([400, 404]).toContain(answer.status)
  const secrets = Object.values(own).filter((id) => id.length > 8)
  // The path that was asked for stands in the page's own links.
  const text = answer.text.replaceAll(pathOf(route), '')
  expect(secrets.filter((one) => text.includes(one))).toEqual([])
  for (const name of names) expect(text).not.toContain(name)
  expect(await everything()).toEqual(before)
  expect(world.app.memory.sent).toEqual([])
})

const names = [
  ...['own-key-of-the-shop', 'victim-of-the-shop', 'view-of-the-shop'],
  'https://shop.example/hooks',
]

/** Of the shop: what another merchant must not be able to change. */
async function everything() {
  const { rows } = await world.app.pool.query({
    text: `select (select json_agg(w order by webhook_id) from (select webhook_id, status, url from webhook
                     where merchant_id = 'shop') w) as webhooks,
                  (select json_agg(k order by key_id) from (select key_id, revoked_at from api_key
                     where merchant_id = 'shop') k) as keys,
                  (select json_agg(p order by person_id) from (select person_id, role, disabled_at
                     from portal_person where merchant_id = 'shop') p) as people,
                  (select count(*) from portal_session where ended_at is not null) as ended,
                  (select count(*) from portal_view) as views,
                  (select settings from merchant where mid = 'shop') as settings`,
  })
  return rows[0]
}

/** Until somebody does what they may, everything is as it was made. */
let made: ReturnType<typeof everything> | undefined
const untouched = () => (made ??= everything())

test.each(named.filter(([, { method }]) => method === 'post'))(
  '%s without what only our page knows does nothing, also for an owner',
  async (_, route) => {
    const before = await untouched()
    const forged = await browsers.owner.post(pathOf(route), { csrf: 'forged' })
    expect(forged.status).toBe(403)
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await browsers.owner.post(pathOf(route), {}, elsewhere)).status).toBe(403)
    expect(await everything()).toEqual(before)
  },
)

// Last: those who may, do it.
describe.each(portalRoles)('%s', (role) => {
  test.each(named)('opens %s when that is for the role, and not otherwise', async (_, route) => {
    const { needs } = route
    const isAllowed = needs === 'signedIn' || mayPerson(role, needs as never)
    const before = isAllowed ? undefined : await everything()
    const { status, location, text } = await visit(role, route)
    if (isAllowed) {
      expect([401, 403], text).not.toContain(status)
      expect(location ?? '').not.toContain('/portal/sign-in')
    } else {
      expect(status).toBe(403)
      expect(await everything()).toEqual(before)
    }
  })
})
