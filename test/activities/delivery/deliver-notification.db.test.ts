import { ApplicationFailure } from '@temporalio/common'
import { MockActivityEnvironment } from '@temporalio/testing'
import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDeliverActivities } from '../../../activities/delivery/deliver-notification.ts'
import type { Delivered } from '../../../activities/delivery/courier.ts'
import type { Delivery } from '../../../activities/delivery/deliver-notification.ts'
import { createMerchantClient } from '../../../src/connectors/merchant/client.ts'
import { numbered } from '../../../src/domain/actor/notification.ts'
import { armFailpoints } from '../../../src/process/failpoint.ts'
import { createMetrics } from '../../../src/process/metrics.ts'
import { execute, many, one } from '../../../src/postgres/db.ts'
import { createMerchants } from '../../../src/postgres/merchants.ts'
import { listAttempts } from '../../../src/postgres/notification-log.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { createNumberSeal } from '../../../src/vault/number-seal.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'
import { startMerchantServer } from '../../support/merchant-server.ts'

const HOUR_MS = 3_600_000
const SCHEDULE_S = [5, 30, 120, 600, 1800, 3600, 7200, 14_400]

afterEach(() => armFailpoints(''))

describe('a notification', () => {
  test('that is accepted is settled, logged, and never sent again', async () => {
    const { server, deliver, row, pool, body } = await freshDelivery()
    expect(await deliver()).toEqual({ settled: true })
    expect(await deliver()).toEqual({ settled: true })
    expect(server.caught).toHaveLength(1)
    expect(server.caught[0]).toMatchObject({ path: '/hooks/payment', body })
    expect(body).toContain(OWN_NUMBER)
    expect(await row()).toMatchObject({ state: 'accepted', attempts: 1, leased_by: null })
    const [attempt] = await listAttempts(pool, 'pay_1')
    expect(attempt).toMatchObject({ attempt: 1, status: 200, answer: '{"ok":true}' })
    expect(attempt?.headers?.signature).toBe(server.caught[0]?.headers.signature)
  })

  test('is measured from its commit to its first attempt, and not to later ones', async () => {
    const { deliver, pool, metrics } = await freshDelivery(500, 200)
    await execute(pool, `update notification set created_at = now() - interval '7 seconds'`)
    await deliver().catch(() => undefined)
    await execute(pool, `update notification set next_attempt_at = now()`)
    await deliver().catch(() => undefined)
    const { values } = await metrics.notificationLagSeconds.get()
    const valueOf = (part: string) =>
      values.find(({ metricName }) => metricName?.endsWith(part))?.value
    expect(valueOf('_count')).toBe(1)
    expect(valueOf('_sum')).toBeGreaterThanOrEqual(7)
  })

  test('carries the id of the request that led to it, and both signatures', async () => {
    const { server, deliver, pool } = await freshDelivery()
    await execute(
      pool,
      `insert into journal (owner_id, version, message_id, request_id, at, recorded_at, events, outcome)
       values ('pay', 1, 'cmd/1', 'request-1', now(), now() - interval '1 minute', '[]', '{}')`,
    )
    await deliver()
    expect(server.caught[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Tollgate',
      'x-request-id': 'request-1',
      'webhook-id': 'pay_1',
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
  })

  test('is signed with both secrets while one is being rotated', async () => {
    const { server, deliver, merchants } = await freshDelivery()
    await merchants.rotateNotification('shop', 'second')
    await deliver()
    const { headers } = server.caught[0]!
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    expect(headers['signature-previous']).toBeTypeOf('string')
  })

  test.each([400, 401, 404, 408, 409])(
    'that is refused with %i is not repeated',
    async (status) => {
      const { server, deliver, row } = await freshDelivery(status)
      expect(await deliver()).toEqual({ settled: true })
      await deliver()
      expect(server.caught).toHaveLength(1)
      expect(await row()).toMatchObject({ state: 'refused', attempts: 1 })
    },
  )

  test.each([301, 411, 425, 429, 500, 503])('answered with %i is repeated', async (status) => {
    const { server, deliver, row } = await freshDelivery(status)
    expect(await retryDelayOf(deliver())).toBeGreaterThanOrEqual(3_900)
    expect(await row()).toMatchObject({ state: 'pending', attempts: 1 })
    expect(server.caught).toHaveLength(1)
  })

  test('goes exactly to the address of its payment', async () => {
    const { server, deliver, pool } = await freshDelivery()
    await execute(pool, 'update notification set url = $1', [`${server.origin}/own?order=7`])
    await deliver()
    expect(server.caught[0]?.path).toBe('/own?order=7')
  })

  test('to an address in a private network is never sent', async () => {
    const { server, deliver, pool } = await freshDelivery()
    await execute(pool, `update notification set url = 'https://169.254.169.254/latest'`)
    await retryDelayOf(deliver())
    expect(server.caught).toHaveLength(0)
    const [attempt] = await listAttempts(pool, 'pay_1')
    expect(attempt).toMatchObject({
      status: null,
      problem: 'address must lead to a public address',
    })
  })

  test('to a server that is down is repeated', async () => {
    const { server, deliver, row } = await freshDelivery()
    await server.stop()
    await retryDelayOf(deliver())
    expect(await row()).toMatchObject({ state: 'pending', attempts: 1 })
  })
})

describe('the schedule', () => {
  test('is the documented one, within a fifth, and ends after 72 hours', async () => {
    const { server, deliver, row } = await freshDelivery(...Array<number>(40).fill(500))
    const times: number[] = []
    let clockOffsetMs = 0
    for (;;) {
      const before = Date.now() + clockOffsetMs
      times.push(before)
      const answer: Delivered = await deliver({ once: true, clockOffsetMs })
      if (answer.settled) break
      clockOffsetMs += answer.retryAt - (Date.now() + clockOffsetMs) + 1
    }
    const pauses = times.slice(1).map((time, index) => (time - times[index]!) / 1_000)
    for (const [index, pause] of pauses.entries()) {
      const planned = SCHEDULE_S[index] ?? 28_800
      expect(pause).toBeGreaterThanOrEqual(planned * 0.79)
      expect(pause).toBeLessThanOrEqual(planned * 1.21 + 1)
    }
    expect(times.at(-1)! - times[0]!).toBeLessThanOrEqual(72 * HOUR_MS)
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(60 * HOUR_MS)
    expect(await row()).toMatchObject({ state: 'exhausted', attempts: times.length })
    expect(new Set(server.caught.map(({ body }) => body)).size).toBe(1)
    expect(await deliver()).toEqual({ settled: true })
  })

  test('is kept by the activity: before its time a notification is not sent', async () => {
    const { server, deliver } = await freshDelivery(500)
    await retryDelayOf(deliver())
    const delay = await retryDelayOf(deliver())
    expect(delay).toBeGreaterThan(3_000)
    expect(await deliver({ once: true })).toMatchObject({ settled: false })
    expect(server.caught).toHaveLength(1)
  })

  test('gives way to Retry-After, up to an hour', async () => {
    const busy = (seconds: string) => (response: ServerResponse) =>
      response.writeHead(503, { 'retry-after': seconds }).end()
    const minute = await freshDelivery(busy('60'))
    expect(await retryDelayOf(minute.deliver())).toBeCloseTo(60_000, -3)
    const day = await freshDelivery(busy('86400'))
    expect(await retryDelayOf(day.deliver())).toBeCloseTo(HOUR_MS, -3)
    const past = await freshDelivery(busy('Wed, 21 Oct 2015 07:28:00 GMT'))
    expect(await retryDelayOf(past.deliver())).toBeGreaterThan(3_900)
  })
})

describe('an endpoint that answers 410', () => {
  test('is paused for all, until its address is saved again', async () => {
    const { server, deliver, row, merchants } = await freshDelivery(410)
    await retryDelayOf(deliver())
    expect(await merchants.find('shop')).toMatchObject({ notificationsPaused: true })
    expect(await retryDelayOf(deliver({ clockOffsetMs: 10_000 }))).toBeGreaterThanOrEqual(59_000)
    expect(server.caught).toHaveLength(1)
    await merchants.save({ ...shop, notificationUrl: server.url })
    expect(await deliver({ clockOffsetMs: HOUR_MS })).toEqual({ settled: true })
    expect(await row()).toMatchObject({ state: 'accepted', attempts: 2 })
  })

  test('is given up after 72 hours like a dead one', async () => {
    const { deliver, row } = await freshDelivery(410)
    await retryDelayOf(deliver())
    await retryDelayOf(deliver({ clockOffsetMs: 10_000 }))
    expect(await deliver({ clockOffsetMs: 73 * HOUR_MS })).toEqual({ settled: true })
    expect(await row()).toMatchObject({ state: 'exhausted', attempts: 1 })
  })

  test('is not paused when its address has changed meanwhile', async () => {
    const held = hold()
    const { server, deliver, merchants } = await freshDelivery((response) => {
      held.resolve(() => response.writeHead(410).end())
    })
    const delivering = retryDelayOf(deliver())
    const answer = await held.promise
    await merchants.save({ ...shop, notificationUrl: `${server.origin}/new` })
    answer()
    await delivering
    expect(await merchants.find('shop')).toMatchObject({ notificationsPaused: false })
  })

  test('for one payment only refuses', async () => {
    const { server, deliver, row, merchants, pool } = await freshDelivery(410)
    await execute(pool, 'update notification set url = $1', [`${server.origin}/own`])
    expect(await deliver()).toEqual({ settled: true })
    expect(await row()).toMatchObject({ state: 'refused' })
    expect(await merchants.find('shop')).toMatchObject({ notificationsPaused: false })
  })
})

describe('two attempts of one event', () => {
  test('do not overlap; the second finds the first one settled', async () => {
    const held = hold()
    const { server, deliver } = await freshDelivery((response) => {
      held.resolve(() => response.end())
    })
    const first = deliver()
    const answer = await held.promise
    expect(await retryDelayOf(deliver())).toBe(500)
    const second = deliver({ once: true })
    answer()
    expect(await Promise.all([first, second])).toEqual([{ settled: true }, { settled: true }])
    expect(server.caught).toHaveLength(1)
  })

  test('are possible after the first one died: its lease runs out', async () => {
    const { server, deliver, pool } = await freshDelivery()
    await execute(
      pool,
      `update notification set leased_by = 'dead', leased_until = clock_timestamp() - interval '1 s'`,
    )
    expect(await deliver()).toEqual({ settled: true })
    expect(server.caught).toHaveLength(1)
  })

  test('are one and the same when the record of the first was lost', async () => {
    const { server, deliver, row } = await freshDelivery()
    armFailpoints('notify.after_200_before_record=throwOnce')
    await expect(deliver()).rejects.toThrow('fail point')
    expect(await deliver()).toEqual({ settled: true })
    const [first, second] = server.caught
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.headers.signature).toBe(first?.headers.signature)
    expect(await row()).toMatchObject({ state: 'accepted', attempts: 1 })
  })

  test('cannot undo each other: a late failure leaves an accepted one accepted', async () => {
    const { deliver, pool, row } = await freshDelivery((response) => {
      void execute(pool, `update notification set state = 'accepted'`).then(() =>
        response.writeHead(500).end(),
      )
    })
    await retryDelayOf(deliver())
    expect(await row()).toMatchObject({ state: 'accepted', attempts: 1, next_attempt_at: null })
  })
})

describe('a merchant whose server hangs', () => {
  test('takes eight places and no more, and no attempt is counted for the others', async () => {
    const { server, deliver, pool, addNotification } = await freshDelivery(
      ...Array<() => void>(8).fill(() => undefined),
    )
    const sequences = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for (const sequence of sequences.slice(1)) await addNotification(sequence)
    const hanging = sequences.slice(0, 8).map((sequence) => deliver({ sequence }))
    const settled = Promise.allSettled(hanging)
    await vi.waitFor(() => expect(server.caught).toHaveLength(8), 60_000)
    expect(await retryDelayOf(deliver({ sequence: 9 }))).toBeGreaterThan(0)
    await server.stop()
    await settled
    const counts = await many(pool, 'select attempts from notification order by sequence')
    expect(counts).toEqual([...Array<object>(8).fill({ attempts: 1 }), { attempts: 0 }])
  })
})

test('a settled notification can be opened again once per round, with a fresh schedule', async () => {
  const { activities, deliver, server, row } = await freshDelivery(404, 500)
  await deliver()
  expect(await activities.reopenNotification('pay', 1, 1)).toBe(true)
  expect(await activities.reopenNotification('pay', 1, 1)).toBe(true)
  expect(await retryDelayOf(deliver())).toBeLessThan(6_100)
  expect(await deliver({ clockOffsetMs: 10_000 })).toEqual({ settled: true })
  expect(await activities.reopenNotification('pay', 1, 1)).toBe(false)
  expect(await row()).toMatchObject({ state: 'accepted', attempts: 3, resends: 1 })
  expect(server.caught).toHaveLength(3)
})

/** A promise for the function that lets a waiting answer go. */
function hold() {
  let resolve: (answer: () => void) => void = () => undefined
  const promise = new Promise<() => void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Of the merchant's own counting; it passes for a card, and is kept sealed. */
const OWN_NUMBER = '4532015112830366'

const shop = { merchantId: 'shop', kind: 'merchant', name: 'Shop' } as const

/** A merchant with a real server, a notification for it, and the activity that delivers it. */
async function freshDelivery(...answers: Parameters<typeof startMerchantServer>) {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  const server = await startMerchantServer(...answers)
  const merchants = createMerchants(pool, createEnvelope(createLocalKeyWrapper(keyRing)))
  await merchants.save({ ...shop, notificationUrl: server.url })
  await merchants.rotateNotification('shop', 'first')
  const merchantClient = createMerchantClient({ sandbox: true, trustedOrigin: server.origin })
  onTestFinished(() => merchantClient.close())
  const log = pino({ level: 'silent' })
  const metrics = createMetrics('worker')
  const numberSeal = createNumberSeal(keyRing.fingerprint)
  const activities = createDeliverActivities({
    db: pool,
    log,
    metrics,
    merchants,
    merchantClient,
    numberSeal,
  })
  const addNotification = async (sequence: number): Promise<string> => {
    const content = {
      paymentId: 'pay',
      status: 'COMPLETED',
      amount: 99.99,
      currency: 'PLN',
      extOrderId: numberSeal.seal('shop', OWN_NUMBER),
    }
    const { eventId, kind, body } = numbered('payment', content, 'pay', sequence, Date.now())
    await execute(
      pool,
      `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body)
       values ($1, 'pay', $2, 'shop', $3, $4)`,
      [eventId, sequence, kind, body],
    )
    return numberSeal.open('shop', body)
  }
  const deliver = async (
    options: { sequence?: number; once?: boolean; clockOffsetMs?: number } = {},
  ): Promise<Delivered> => {
    const delivery = { ownerId: 'pay', sequence: 1, once: false, clockOffsetMs: 0, ...options }
    const environment = new MockActivityEnvironment()
    return environment.run<[Delivery], Delivered, (delivery: Delivery) => Promise<Delivered>>(
      activities.deliverNotification,
      delivery,
    )
  }
  return {
    body: await addNotification(1),
    pool,
    server,
    merchants,
    metrics,
    activities,
    addNotification,
    deliver,
    row: () => one(pool, 'select * from notification where sequence = 1'),
  }
}

/** How long Temporal is asked to wait before the activity runs again. */
async function retryDelayOf(delivering: Promise<Delivered>): Promise<number> {
  const failure = await delivering.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ApplicationFailure)
  expect(failure).toMatchObject({ type: 'NotDelivered', nonRetryable: false })
  return (failure as ApplicationFailure).nextRetryDelay as number
}
