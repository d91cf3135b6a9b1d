import { MockActivityEnvironment } from '@temporalio/testing'
import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { createWebhookActivities } from '../../../activities/delivery/deliver-webhook.ts'
import { createMerchantClient } from '../../../src/connectors/merchant/client.ts'
import { armFailpoints } from '../../../src/process/failpoint.ts'
import { execute, many, one } from '../../../src/postgres/db.ts'
import { createMerchants } from '../../../src/postgres/merchants.ts'
import { createWebhookDeliveries } from '../../../src/postgres/self-service/webhook-deliveries.ts'
import { createWebhooks } from '../../../src/postgres/self-service/webhooks.ts'
import { createEnvelope } from '../../../src/vault/envelope.ts'
import { createLocalKeyWrapper } from '../../../src/vault/local-key-wrapper.ts'
import { createNumberSeal } from '../../../src/vault/number-seal.ts'
import { freshDatabase } from '../../support/database.ts'
import { freshKeyRing } from '../../support/key-ring.ts'
import { startMerchantServer } from '../../support/merchant-server.ts'

const act = { merchantId: 'shop', actor: 'merchant/shop', origin: 'test' }

afterEach(() => armFailpoints(''))

async function freshWebhook(...answers: Parameters<typeof startMerchantServer>) {
  const { pool } = await freshDatabase()
  const { keyRing } = await freshKeyRing()
  const envelope = createEnvelope(createLocalKeyWrapper(keyRing))
  const server = await startMerchantServer(...answers)
  await createMerchants(pool, envelope).save({ merchantId: 'shop', kind: 'merchant', name: 'Shop' })
  const webhooks = createWebhooks(pool, envelope)
  const made = await webhooks.create('hook', { url: server.url }, { ...act, most: 20 })
  const woken: string[] = []
  const numberSeal = createNumberSeal(keyRing.fingerprint)
  const activities = createWebhookActivities({
    log: pino({ level: 'silent' }),
    webhooks: createWebhookDeliveries(pool, envelope),
    merchantClient: createMerchantClient({ sandbox: true, trustedOrigin: server.origin }),
    numberSeal,
    wake: async (ids) => void woken.push(...ids),
  })
  const run = <T>(work: () => Promise<T>) =>
    new MockActivityEnvironment().run<[], T, () => Promise<T>>(work)
  return {
    pool,
    server,
    webhooks,
    woken,
    numberSeal,
    secret: made!.secret,
    happens: (id: string, status = 'COMPLETED', more: object = {}) =>
      execute(
        pool,
        `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state)
         values ($1, $1, 1, 'shop', 'payment', $2, 'unsent')`,
        [id, JSON.stringify({ paymentId: id, status, eventId: id, ...more })],
      ),
    deliver: () => run(() => activities.deliverToWebhook('hook')),
    try: (eventId = 'test_1') => run(() => activities.testWebhook('hook', eventId)),
    sweep: () => run(() => activities.wakeWebhooks()),
    row: () => one<Record<string, unknown>>(pool, 'select * from webhook'),
    later: (interval: string) =>
      execute(
        pool,
        `update webhook set next_attempt_at = next_attempt_at - $1::interval,
           failing_since = failing_since - $1::interval, warned_at = warned_at - $1::interval`,
        [interval],
      ),
    events: () =>
      many<{ body: string }>(pool, `select body from notification where kind = 'webhook'`),
  }
}

const idsOf = (server: { caught: { headers: Record<string, unknown> }[] }) =>
  server.caught.map(({ headers }) => headers['webhook-id'])

describe('a webhook', () => {
  test('is told what happened since it was made, in order and once', async () => {
    const { server, happens, deliver } = await freshWebhook()
    for (const id of ['first', 'second', 'third']) await happens(id)
    expect(await deliver()).toEqual({})
    expect(await deliver()).toEqual({})
    expect(idsOf(server)).toEqual(['first', 'second', 'third'])
    expect(server.caught[0]).toMatchObject({ path: '/hooks' })
    expect(server.caught[0]?.headers['x-event-type']).toBe('payment.completed')
  })

  test("reads the merchant's own number as it was given, though it is kept sealed", async () => {
    const { server, happens, deliver, numberSeal } = await freshWebhook()
    const extOrderId = '4532015112830366'
    await happens('first', 'COMPLETED', { extOrderId: numberSeal.seal('shop', extOrderId) })
    await deliver()
    expect(JSON.parse(server.caught[0]!.body)).toMatchObject({ extOrderId })
  })

  test('is signed for, with both secrets while one is rotated', async () => {
    const { server, happens, deliver, webhooks, secret } = await freshWebhook()
    const second = await webhooks.rotate('hook', act)
    await happens('first')
    await deliver()
    const { headers, body } = server.caught[0]!
    const content = `first.${String(headers['webhook-timestamp'])}.${body}`
    const signature = (key: string) =>
      `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    expect(headers['webhook-signature']).toBe(`${signature(second!)} ${signature(secret)}`)
  })

  test('the secret before signs for a day and no longer', async () => {
    const { server, happens, deliver, webhooks, pool } = await freshWebhook()
    await webhooks.rotate('hook', act)
    await execute(pool, `update webhook_secret set valid_until = now() where slot = 2`)
    await happens('first')
    await deliver()
    expect(server.caught[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  })

  test('is told only what it asked for, and passes over the rest', async () => {
    const { server, happens, deliver, webhooks, row } = await freshWebhook()
    await webhooks.change('hook', { types: ['payment.rejected'] }, act)
    await happens('first')
    await happens('second', 'REJECTED')
    await happens('third')
    expect(await deliver()).toEqual({})
    expect(idsOf(server)).toEqual(['second'])
    expect(await row()).toMatchObject({ position: 3 })
  })

  test('that refuses an event is told the next one', async () => {
    const { server, happens, deliver } = await freshWebhook(404)
    await happens('first')
    await happens('second')
    expect(await deliver()).toEqual({})
    expect(idsOf(server)).toEqual(['first', 'second'])
  })

  test('that does not answer holds up the next events, and is tried again later', async () => {
    const { server, happens, deliver, row, later } = await freshWebhook(500, 503)
    await happens('first')
    await happens('second')
    const { waitMs } = await deliver()
    expect(waitMs).toBeGreaterThan(3_000)
    await deliver()
    expect(server.caught).toHaveLength(1)
    await later('10 seconds')
    await deliver()
    await later('1 minute')
    expect(await deliver()).toEqual({})
    expect(idsOf(server)).toEqual(['first', 'first', 'first', 'second'])
    expect(await row()).toMatchObject({ attempts: 0, failing_since: null, next_attempt_at: null })
  })

  test('gets the same again when the record of an answer was lost', async () => {
    const { server, happens, deliver } = await freshWebhook()
    await happens('first')
    armFailpoints('notify.webhook.after_200_before_record=throwOnce')
    await expect(deliver()).rejects.toThrow('fail point')
    expect(await deliver()).toEqual({})
    const [first, second] = server.caught
    expect(second?.body).toBe(first?.body)
    expect(idsOf(server)).toEqual(['first', 'first'])
  })

  test('that is changed while it hangs keeps the change, and gets the event at its new address', async () => {
    const world = await freshWebhook((response) => {
      void world.webhooks
        .change('hook', { url: `${world.server.origin}/new` }, act)
        .then(() => response.writeHead(500).end())
    })
    await world.happens('first')
    expect(await world.deliver()).toEqual({})
    expect(world.server.caught.map(({ path }) => path)).toEqual(['/hooks', '/new'])
    expect(await world.row()).toMatchObject({ attempts: 0, failing_since: null })
  })

  test.each(['disabled', 'deleted'])('that is %s is told nothing', async (how) => {
    const { server, happens, deliver, webhooks } = await freshWebhook()
    await happens('first')
    if (how === 'deleted') await webhooks.remove('hook', act)
    else await webhooks.change('hook', { status: 'DISABLED' }, act)
    expect(await deliver()).toEqual({})
    expect(server.caught).toEqual([])
  })

  test('in a private network is never called', async () => {
    const { pool, server, happens, deliver } = await freshWebhook()
    await execute(pool, `update webhook set url = 'https://169.254.169.254/latest'`)
    await happens('first')
    await deliver()
    expect(server.caught).toEqual([])
    const [attempt] = await many(pool, 'select status, problem from webhook_attempt')
    expect(attempt).toEqual({ status: null, problem: 'address must lead to a public address' })
  })
})

describe('a webhook that fails for long', () => {
  test('is warned of after a day and disabled after three; active again it goes on', async () => {
    const world = await freshWebhook(...Array<number>(40).fill(500))
    const { happens, deliver, later, row, events, server, webhooks } = world
    await happens('first')
    while ((await row())['status'] === 'ACTIVE') {
      await deliver()
      await later('9 hours')
    }
    const told = (await events()).map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(told.map(({ status }) => status)).toEqual(['FAILING', 'DISABLED'])
    expect(told[1]).toMatchObject({ webhookId: 'hook', reason: 'FAILING', eventId: 'hook_2' })
    expect(await deliver()).toEqual({})
    server.answers.length = server.caught.length = 0
    await webhooks.change('hook', { status: 'ACTIVE' }, act)
    expect(await deliver()).toEqual({})
    expect(idsOf(server)).toEqual(['first', 'hook_1', 'hook_2'])
    expect(server.caught.map(({ headers }) => headers['x-event-type'])).toEqual([
      'payment.completed',
      'webhook.failing',
      'webhook.disabled',
    ])
  })

  test('and answers 410 is disabled at once', async () => {
    const { happens, deliver, row, events } = await freshWebhook(410)
    await happens('first')
    expect(await deliver()).toEqual({})
    expect(await row()).toMatchObject({ status: 'DISABLED', position: 0 })
    expect(await events()).toMatchObject([{ body: expect.stringContaining('GONE') }])
  })
})

test('a test message goes to a disabled webhook too, and nothing follows from its answer', async () => {
  const { server, webhooks, try: send, row, pool } = await freshWebhook(500)
  await webhooks.change('hook', { status: 'DISABLED' }, act)
  await send()
  expect(server.caught[0]?.headers['x-event-type']).toBe('webhook.test')
  expect(await row()).toMatchObject({ attempts: 0, position: 0, status: 'DISABLED' })
  expect(await many(pool, 'select event_id, status from webhook_attempt')).toEqual([
    { event_id: 'test_1', status: 500 },
  ])
})

describe('a webhook that is back', () => {
  test.each(['test_1', 'zeroth'])(
    'goes on at once when %s gets through, and not before',
    async (eventId) => {
      const { server, happens, deliver, try: send, row } = await freshWebhook(200, 500, 503)
      await happens('zeroth')
      await deliver()
      await happens('first')
      await deliver()
      await send(eventId)
      expect((await deliver()).waitMs).toBeGreaterThan(3_000)
      await send(eventId)
      expect(await row()).toMatchObject({ attempts: 0, next_attempt_at: null })
      expect(await deliver()).toEqual({})
      expect(idsOf(server)).toEqual(['zeroth', 'first', eventId, eventId, 'first'])
      expect(await row()).toMatchObject({ failing_since: null })
    },
  )

  test('is sent what happened since a moment once more, in order, and nothing from before', async () => {
    const { server, happens, deliver, webhooks, pool } = await freshWebhook()
    for (const id of ['old', 'second', 'third']) await happens(id)
    await deliver()
    await execute(
      pool,
      `update notification set created_at = now() - interval '2 days' where event_id = 'old'`,
    )
    const resendSince = new Date(Date.now() - 3_600_000).toISOString()
    await webhooks.change('hook', { resendSince }, act)
    expect(await deliver()).toEqual({})
    expect(idsOf(server)).toEqual(['old', 'second', 'third', 'second', 'third'])
    await webhooks.change('hook', { resendSince: new Date(Date.now() + 60_000).toISOString() }, act)
    expect(await deliver()).toEqual({})
    expect(server.caught).toHaveLength(5)
  })

  test('keeps what both sides said, and no number as long as a card', async () => {
    const { happens, deliver, webhooks } = await freshWebhook((response) =>
      response.writeHead(500).end('no room for 4000000000001000'),
    )
    await happens('first')
    await deliver()
    expect(await webhooks.deliveries('hook')).toMatchObject([
      {
        eventId: 'first',
        type: 'payment.completed',
        httpStatus: 500,
        answered: `no room for ${'*'.repeat(16)}`,
        sent: expect.stringContaining('COMPLETED'),
      },
    ])
  })
})

describe('the sweep', () => {
  test('wakes those for which something waits, and no others', async () => {
    const { happens, deliver, sweep, woken } = await freshWebhook()
    expect(await sweep()).toBe(0)
    await happens('first')
    expect(await sweep()).toBe(1)
    await deliver()
    expect(await sweep()).toBe(0)
    expect(woken).toEqual(['hook'])
  })

  test('leaves one alone that waits for its next attempt', async () => {
    const { happens, deliver, sweep, later } = await freshWebhook(500)
    await happens('first')
    await deliver()
    expect(await sweep()).toBe(0)
    await later('1 minute')
    expect(await sweep()).toBe(1)
  })
})

test('an event is sent once more as it was, and the place in the list stays where it is', async () => {
  const { server, happens, deliver, try: send, row, pool } = await freshWebhook(200, 200, 503)
  await happens('one')
  await happens('two', 'PENDING')
  await deliver()
  const before = await row()
  await send('one')
  expect(server.caught.map(({ body }) => body)).toEqual([
    server.caught[0]?.body,
    server.caught[1]?.body,
    server.caught[0]?.body,
  ])
  expect(await row()).toEqual(before)
  expect(await many(pool, 'select event_id, status from webhook_attempt order by at')).toEqual([
    { event_id: 'one', status: 200 },
    { event_id: 'two', status: 200 },
    { event_id: 'one', status: 503 },
  ])
})
