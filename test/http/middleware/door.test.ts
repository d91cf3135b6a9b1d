import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { createDoor } from '../../../src/http/middleware/door.ts'
import { Refused } from '../../../src/http/refused.ts'
import { createMetrics } from '../../../src/process/metrics.ts'

const API = '/v1/ecommerce/payments'

/** A door whose clock stands still until it is moved. */
function openDoor(perSecond = 10) {
  const clock = { now: 0 }
  const metrics = createMetrics('api')
  const door = createDoor(perSecond, metrics, () => clock.now)
  const request = (path: string, authorization?: string, ip = '203.0.113.9') =>
    ({ path, ip, method: 'GET', headers: { ...(authorization && { authorization }) } }) as Request
  const enters = (asked: Request): boolean => {
    let isInside = false
    const response = { locals: { context: { requestId: 'r' } }, setHeader: () => 0, end: () => 0 }
    void door.guard(asked, response as unknown as Response, () => {
      isInside = true
    })
    return isInside
  }
  const wrong = () => Promise.reject(new Refused('unauthorized'))
  /** As the app does it: the guard, then the judgement. */
  const tries = async (
    bearer: string,
    judge: () => Promise<{ caller: { merchantId: string } }>,
  ) => {
    const asked = request(API, bearer)
    if (!enters(asked)) return 429
    return door.judge(asked, judge).then(
      () => 200,
      () => 401,
    )
  }
  return {
    clock,
    metrics,
    request,
    enters,
    tries,
    wrong,
    right: () => Promise.resolve({ caller: { merchantId: 'shop' } }),
    door,
  }
}

test('of 6,000 wrong bearers a few are looked at, and the rest cost next to nothing', async () => {
  const { tries, wrong, metrics } = openDoor()
  const statuses = []
  for (let at = 0; at < 6_000; at += 1) statuses.push(await tries(`Bearer ${String(at)}`, wrong))
  expect(statuses.filter((status) => status === 401)).toHaveLength(2)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5_998)
  expect((await metrics.requestsTurnedAway.get()).values[0]?.value).toBe(5_998)
  expect((await metrics.wrongBearers.get()).values[0]?.value).toBe(2)
})

test('a token that was found good is served from an address that others have used up', async () => {
  const { tries, wrong, right, clock } = openDoor()
  expect(await tries('Bearer good', right)).toBe(200)
  for (let at = 0; at < 20; at += 1) await tries('Bearer bad', wrong)
  expect(await tries('Bearer bad', wrong)).toBe(429)
  expect(await tries('Bearer good', right)).toBe(200)
  clock.now = 1_000
  expect(await tries('Bearer new', right)).toBe(200)
})

test('who is known may ask as often as their own limit lets them', async () => {
  const { tries, right } = openDoor()
  for (let at = 0; at < 100; at += 1) expect(await tries('Bearer good', right)).toBe(200)
})

test.each(['/docs', '/llms-full.txt', '/pay/anything', '/nothing', '/v1/ecommerce/auth'])(
  '%s has the limit of strangers',
  (path) => {
    const { enters, request } = openDoor()
    const entered = Array.from({ length: 50 }, () => enters(request(path)))
    expect(entered.filter(Boolean)).toHaveLength(10)
    expect(enters(request(path, undefined, '203.0.113.10'))).toBe(true)
  },
)

test('a bearer opens no page to those who have used their share up', () => {
  const { enters, request } = openDoor()
  const entered = Array.from({ length: 50 }, () => enters(request('/docs', 'Bearer x')))
  expect(entered.filter(Boolean)).toHaveLength(10)
})

test('probes are never turned away', () => {
  const { enters, request } = openDoor(1)
  for (let at = 0; at < 50; at += 1) expect(enters(request('/health/ready'))).toBe(true)
})

test('whose a bearer is is known while it is good, and no longer', async () => {
  const { door, request, tries, wrong, right } = openDoor()
  const asked = request(API, 'Bearer one')
  expect(door.merchantOf(asked)).toBeUndefined()
  await tries('Bearer one', right)
  expect(door.merchantOf(asked)).toBe('shop')
  await tries('Bearer one', wrong)
  expect(door.merchantOf(asked)).toBeUndefined()
})

test('what a browser reports of a page is counted by itself, and shuts nobody out', () => {
  const { request, enters } = openDoor(10)
  const report = () => enters(request('/pay/reports'))
  expect(Array.from({ length: 12 }, report).filter(Boolean)).toHaveLength(10)
  expect(enters(request('/pay/abc'))).toBe(true)
  expect(enters(request('/v1/ecommerce/auth'))).toBe(true)
})
