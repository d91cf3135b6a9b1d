import { expect, test } from 'vitest'
import { stepAt, totpAt } from '../../src/portal/auth/totp.ts'
import { many } from '../../src/postgres/db.ts'
import { SHOP, startTestApp } from '../http/support/test-app.ts'
import { browse, PASSWORD, usePortal } from './portal-app.ts'
import type { TestBrowser } from './portal-app.ts'

const world = usePortal(() =>
  startTestApp({
    environment: { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMIT_PER_SECOND: '1000' },
  }),
)
const merchant = SHOP.merchantId
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.66'

/** One of now and then the next: both are good still when half a minute ends in between. */
const codeOf = (secret: string, drift = 0) => totpAt(secret, stepAt(Date.now()) + drift)
const tryAs = (browser: TestBrowser, from: string, fields: Record<string, string>) =>
  browser.post('/portal/sign-in', { merchant, ...fields }, { 'x-forwarded-for': from })
const newBrowser = () => browse(world.portal.origin)

/** Six wrong tries, as a stranger makes them. */
async function guess(name: string, from: string, times = 6): Promise<void> {
  for (let tried = 0; tried < times; tried += 1)
    await tryAs(newBrowser(), from, { name, password: 'wrong wrong wrong', code: '000000' })
}

test('six wrong tries of a stranger do not lock the person out', async () => {
  const { secret } = await world.portal.join(merchant, 'open', 'support')
  await guess('open', ELSEWHERE)
  const right = { name: 'open', password: PASSWORD, code: codeOf(secret) }
  expect((await tryAs(newBrowser(), ELSEWHERE, right)).status).toBe(401)
  expect((await tryAs(newBrowser(), HOME, right)).status).toBe(303)
})

test('a browser that has signed in before gets in from the very address that was used up', async () => {
  const { secret } = await world.portal.join(merchant, 'shared', 'support')
  const own = newBrowser()
  const first = await tryAs(own, HOME, { name: 'shared', password: PASSWORD, code: codeOf(secret) })
  expect(first.status).toBe(303)
  const [, device = ''] = first.headers.getSetCookie()
  expect(device).toMatch(
    /^tollgate_device_[0-9a-f]{8}=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/,
  )
  await guess('shared', HOME)
  const right = { name: 'shared', password: PASSWORD, code: codeOf(secret, 1) }
  expect((await tryAs(newBrowser(), HOME, right)).status).toBe(401)
  expect((await tryAs(own, HOME, right)).status).toBe(303)
})

test('who guesses from everywhere makes unknown devices wait, and no known one', async () => {
  const { secret, personId } = await world.portal.join(merchant, 'hunted', 'support')
  const own = newBrowser()
  const first = { name: 'hunted', password: PASSWORD, code: codeOf(secret) }
  expect((await tryAs(own, HOME, first)).status).toBe(303)
  const hunted = `update portal_person set failures = 99 where person_id = '${personId}'`
  await world.app.pool.query({ text: hunted })
  await guess('hunted', ELSEWHERE, 1)
  const right = { name: 'hunted', password: PASSWORD, code: codeOf(secret, 1) }
  expect((await tryAs(newBrowser(), '192.0.2.1', right)).status).toBe(401)
  expect((await tryAs(own, HOME, right)).status).toBe(303)
})

test('a stolen device guesses no quicker than a stranger', async () => {
  const { secret } = await world.portal.join(merchant, 'stolen', 'support')
  const own = newBrowser()
  const first = { name: 'stolen', password: PASSWORD, code: codeOf(secret) }
  expect((await tryAs(own, HOME, first)).status).toBe(303)
  for (let tried = 0; tried < 5; tried += 1)
    await tryAs(own, ELSEWHERE, { name: 'stolen', password: 'wrong wrong wrong', code: '000000' })
  const right = { name: 'stolen', password: PASSWORD, code: codeOf(secret, 1) }
  expect((await tryAs(own, ELSEWHERE, right)).status).toBe(401)
})

test('a device is known for its own person, until what they sign in with is made anew', async () => {
  const anna = await world.portal.join(merchant, 'anna-d', 'support')
  const ben = await world.portal.join(merchant, 'ben-d', 'support')
  const own = newBrowser()
  const first = { name: 'anna-d', password: PASSWORD, code: codeOf(anna.secret) }
  expect((await tryAs(own, HOME, first)).status).toBe(303)
  const [name = '', device = ''] = [...own.cookies].find(([one]) => one.includes('device')) ?? []
  const { signIns, people } = world.portal.parts
  const origin = { network: HOME, device }
  expect(name).toBeTruthy()
  expect((await signIns.begin(merchant, 'anna-d', origin)).isKnownDevice).toBe(true)
  expect((await signIns.begin(merchant, ben.name, origin)).isKnownDevice).toBe(false)
  const kept = await many<{ hash: Buffer }>(world.app.pool, 'select hash from portal_device')
  expect(kept.some(({ hash }) => hash.toString('base64url') === device)).toBe(false)
  const act = { merchantId: merchant, actor: 'test', origin: 'test' }
  const again = (await people.inviteAgain(anna.personId, act))!
  const joining = { password: '$argon2id$other', secret: anna.secret, step: 0, recoveryCodes: [] }
  await people.join(again, { ...joining, origin: 'test' })
  expect((await signIns.begin(merchant, 'anna-d', origin)).isKnownDevice).toBe(false)
})

test('a flood from one address fills the line of that address, and of nobody else', async () => {
  const { secret } = await world.portal.join(merchant, 'calm', 'support')
  const flood = Promise.all(
    Array.from({ length: 60 }, () =>
      tryAs(newBrowser(), ELSEWHERE, { name: 'nobody', password: PASSWORD, code: '000000' }),
    ),
  )
  const right = { name: 'calm', password: PASSWORD, code: codeOf(secret) }
  expect((await tryAs(newBrowser(), HOME, right)).status).toBe(303)
  const statuses = (await flood).map(({ status }) => status)
  expect(statuses).toContain(503)
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
})
