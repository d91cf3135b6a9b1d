import { beforeAll, describe, expect, test } from 'vitest'
import { many } from '../../src/postgres/db.ts'
import { stepAt, totpAt } from '../../src/portal/auth/totp.ts'
import { OTHER, SHOP, startTestApp } from '../http/support/test-app.ts'
import { PASSWORD, browse, startPortalApp, usePortal } from './portal-app.ts'

const world = usePortal(startTestApp)
const merchantId = SHOP.merchantId

const signIn = (name: string, code: string, changes: Record<string, string> = {}) => {
  const browser = browse(world.portal.origin)
  const fields = { merchant: merchantId, name, password: PASSWORD, code, ...changes }
  return browser.post('/portal/sign-in', fields).then((answer) => ({ ...answer, browser }))
}
/** One of now and then the next: both are good still when half a minute ends in between. */
const codeOf = (secret: string, drift = 0) => totpAt(secret, stepAt(Date.now()) + drift)

test('password and one-time code open a session, in a cookie that no script reads', async () => {
  const anna = await world.portal.join(merchantId, 'anna', 'owner')
  const answer = await signIn('anna', codeOf(anna.secret))
  expect(answer.status).toBe(303)
  expect(answer.location).toBe('/portal')
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^tollgate_portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const page = await answer.browser.get('/portal')
  expect(page.status).toBe(200)
  expect(page.text).toContain('anna, Owner')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await answer.browser.post('/portal/sign-out')
  expect((await answer.browser.get('/portal')).location).toBe('/portal/sign-in')
})

test('over https browsers take the cookie from this host alone', async () => {
  const secure = await startPortalApp(world.app, { url: 'https://portal.example' })
  const person = await secure.join(merchantId, 'secure', 'support')
  const answer = await browse(secure.origin).post('/portal/sign-in', {
    merchant: merchantId,
    name: 'secure',
    password: PASSWORD,
    code: codeOf(person.secret),
  })
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-tollgate_portal=.*; Secure;/)
  expect(answer.headers.get('strict-transport-security')).toContain('max-age')
  await secure.close()
})

describe('nothing is learned from a sign-in that fails:', () => {
  beforeAll(async () => {
    await world.portal.join(merchantId, 'quiet', 'owner')
    await world.portal.join(OTHER.merchantId, 'elsewhere', 'owner')
  })
  test.each([
    ['a wrong password', 'quiet', { password: 'a sentence that is wrong' }],
    ['a wrong code', 'quiet', { code: '000000' }],
    ['a name that nobody has', 'nobody', {}],
    ["another merchant's person", 'elsewhere', {}],
    ['another merchant', 'quiet', { merchant: OTHER.merchantId }],
    ['an endless password', 'quiet', { password: 'x'.repeat(5_000) }],
  ])('%s', async (_, name, changes) => {
    const answer = await signIn(name, '123456', changes)
    expect(answer.status).toBe(401)
    expect(answer.headers.getSetCookie()).toEqual([])
    const words = answer.text.replaceAll(/value="[^"]*"/g, '')
    expect(words).toContain('That did not match')
    const other = await signIn('whoever', '123456')
    expect(words).toBe(other.text.replaceAll(/value="[^"]*"/g, ''))
  })
})

test('a code is good once, and so is a recovery code', async () => {
  const { secret, recoveryCodes } = await world.portal.join(merchantId, 'once', 'support')
  const code = codeOf(secret)
  expect((await signIn('once', code)).status).toBe(303)
  expect((await signIn('once', code)).status).toBe(401)
  const recovery = recoveryCodes[3]!.toLowerCase()
  expect((await signIn('once', recovery)).status).toBe(303)
  expect((await signIn('once', recovery)).status).toBe(401)
  const lines = await many<{ outcome: string }>(
    world.app.pool,
    `select outcome from operator_audit where action = 'portal.sign-in' and operator like 'person/%/shop'
      order by sequence desc limit 2`,
  )
  expect(lines.map(({ outcome }) => outcome)).toEqual(['with a recovery code', 'done'])
})

test('two browsers with one code at the same moment: one gets in', async () => {
  const { secret } = await world.portal.join(merchantId, 'twice', 'support')
  const code = codeOf(secret)
  const both = await Promise.all([signIn('twice', code), signIn('twice', code)])
  const [one, other] = both.map(({ status }) => status).sort()
  expect(one).toBe(303)
  // On a busy machine the other may not find a turn in time.
  expect([401, 503]).toContain(other)
})

test('after five failures from one address the right password waits there too, each time twice as long', async () => {
  const { secret, personId } = await world.portal.join(merchantId, 'locked', 'support')
  for (let tried = 0; tried < 5; tried += 1)
    expect((await signIn('locked', '000000', { password: 'wrong wrong wrong' })).status).toBe(401)
  expect((await signIn('locked', codeOf(secret))).status).toBe(401)
  const wait = async () => {
    const [row] = await many<{ seconds: number }>(
      world.app.pool,
      `select round(extract(epoch from locked_until - clock_timestamp()))::int as seconds
         from portal_try where person_id = $1`,
      [personId],
    )
    return row!.seconds
  }
  expect(await wait()).toBeGreaterThan(5)
  expect(await wait()).toBeLessThanOrEqual(30)
  const over = `update portal_try set locked_until = clock_timestamp() where person_id = '${personId}'`
  await world.app.pool.query({ text: over })
  expect((await signIn('locked', '000000')).status).toBe(401)
  expect(await wait()).toBeGreaterThan(30)
  await world.app.pool.query({ text: over })
  expect((await signIn('locked', codeOf(secret))).status).toBe(303)
})

test('many guesses at once are not more than one after another', async () => {
  const { personId } = await world.portal.join(merchantId, 'guessed', 'support')
  await Promise.all(Array.from({ length: 12 }, () => signIn('guessed', '000000')))
  const [row] = await many<{ failures: number }>(
    world.app.pool,
    'select failures from portal_person where person_id = $1',
    [personId],
  )
  expect(row!.failures).toBe(5)
})

test('a form of another site signs nobody in', async () => {
  const { secret } = await world.portal.join(merchantId, 'lured', 'support')
  const browser = browse(world.portal.origin)
  const fields = { merchant: merchantId, name: 'lured', password: PASSWORD, code: codeOf(secret) }
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await browser.post('/portal/sign-in', fields, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

test('after signing in one is where one wanted to be, and nowhere else', async () => {
  const { secret } = await world.portal.join(merchantId, 'wanderer', 'support')
  const asked = await browse(world.portal.origin).get('/portal/sessions?x=1')
  expect(asked.location).toBe('/portal/sign-in?next=%2Fportal%2Fsessions%3Fx%3D1')
  const next = '/portal/sessions'
  expect((await signIn('wanderer', codeOf(secret), { next })).location).toBe(next)
  const evil = '//evil.example/portal'
  expect((await signIn('wanderer', codeOf(secret, 1), { next: evil })).location).toBe('/portal')
  const elsewhere = [
    'https://evil.example',
    '/\\evil.example',
    '/portal.evil.example',
    '/portal@evil',
  ]
  for (const path of [
    ...elsewhere,
    '/portal/\r\nx: y',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    const asking = `/portal/sign-in?next=${encodeURIComponent(path)}`
    const { text } = await browse(world.portal.origin).get(asking)
    expect(text, path).toContain('name="next" value="/portal"')
  }
})

test('a session is one that nobody has known before, and what the browser brought along ends', async () => {
  const { secret } = await world.portal.join(merchantId, 'fixed', 'owner')
  const mallory = await world.portal.enter(merchantId, 'mallory', 'support')
  const planted = mallory.browser.cookies.get('tollgate_portal') ?? ''
  for (const [drift, brought] of [planted, 'c'.repeat(43)].entries()) {
    const browser = browse(world.portal.origin, `tollgate_portal=${brought}`)
    const code = codeOf(secret, drift)
    const fields = { merchant: merchantId, name: 'fixed', password: PASSWORD, code }
    expect((await browser.post('/portal/sign-in', fields)).status).toBe(303)
    expect(browser.cookies.get('tollgate_portal')).not.toBe(brought)
    expect((await browser.get('/portal')).text).toContain('fixed, Owner')
    const before = browse(world.portal.origin, `tollgate_portal=${brought}`)
    expect((await before.get('/portal')).status).toBe(303)
  }
  const strange = browse(world.portal.origin, `tollgate_portal=${'c'.repeat(43)}`)
  expect((await strange.get('/portal')).status).toBe(303)
})

test('a session that was ended, or whose person or merchant is disabled, is over at once', async () => {
  const owner = await world.portal.join(OTHER.merchantId, 'first', 'owner')
  const second = await world.portal.join(OTHER.merchantId, 'second', 'owner')
  const [mine, theirs, spare] = [
    await world.portal.browserOf(owner.personId),
    await world.portal.browserOf(second.personId),
    await world.portal.browserOf(owner.personId),
  ]
  const [, other] = await world.portal.parts.sessions.list(owner.personId)
  const page = await spare.get('/portal/sessions')
  expect(page.text).toContain(other!.sessionId)
  await spare.post(`/portal/sessions/${other!.sessionId}/end`)
  expect((await mine.get('/portal/sessions')).status).toBe(303)
  expect((await theirs.get('/portal/people')).status).toBe(200)
  const ended = await spare.post(`/portal/people/${second.personId}/disable`)
  expect(ended.location).toBe('/portal/people')
  expect((await theirs.get('/portal/people')).status).toBe(303)
  await world.app.services.merchants.setStatus(OTHER.merchantId, 'disabled')
  expect((await spare.get('/portal/people')).status).toBe(303)
  await world.app.services.merchants.setStatus(OTHER.merchantId, 'active')
})

test('a flood of passwords is turned away at once, and those who are in go on', async () => {
  const { personId } = await world.portal.join(merchantId, 'working', 'support')
  const browser = await world.portal.browserOf(personId)
  const flood = Array.from({ length: 90 }, (_, index) => signIn(`flood-${String(index)}`, '000000'))
  const turnedAway = await Promise.any(
    flood.map(async (one) => {
      const answer = await one
      return answer.status === 503 ? answer : Promise.reject(new Error('taken'))
    }),
  )
  expect(turnedAway.headers.get('retry-after')).toBe('1')
  expect(turnedAway.text).toContain('Too many people are signing in')
  expect((await browser.get('/portal/sessions')).status).toBe(200)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(20)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(20)
  // Thirty passwords for a quarter of a core: on a busy machine that takes its time.
}, 300_000)
