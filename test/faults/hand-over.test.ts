import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startProxy } from '../nemesis/proxy.ts'
import type { Proxy } from '../nemesis/proxy.ts'
import { startOtlpReceiver } from '../support/otlp-receiver.ts'
import type { ReceivedSpan } from '../support/otlp-receiver.ts'
import { openTemporal } from '../support/temporal.ts'
import { checkInvariants } from './invariants.ts'
import { checkReplay } from './replay.ts'
import { NOT_ENROLLED, until, World } from './world.ts'

/** Longer than a command without a key may wait, and than its caller does. */
const LONG_MS = 14_000
/** Longer than a workflow task may take, so that another worker has taken over. */
const STILL_MS = 20_000

let world: World
let db: pg.Client
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>

beforeAll(async () => {
  collector = await startOtlpReceiver()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  world = await World.launch({ apis: 2, gateways: 1, workers: 1, env })
  db = new pg.Client({ connectionString: world.stack.info.postgresOwner })
  db.on('error', () => undefined)
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await world.stop()
  await collector.close()
})
afterEach(() => world.healed())

const rowsOf = async (paymentId: string, operation: string) =>
  (await world.acquirerLog(paymentId)).filter((row) => row.operation === operation)

async function paymentOf(extOrderId: string): Promise<string> {
  let id: string | undefined
  await until(`${extOrderId} is written`, async () => {
    const { rows } = await db.query<{ id: string }>(
      'select payment_id as id from payment where ext_order_id = $1',
      [extOrderId],
    )
    id = rows[0]?.id
    return id !== undefined
  })
  return id ?? ''
}

/** What was handed to the server as an activity, and where. */
async function activitiesOf(paymentId: string) {
  const temporal = await openTemporal({ ...world.stack.info, home: world.stack.home })
  try {
    const { events } = await temporal.client.workflow.getHandle(`pay/${paymentId}`).fetchHistory()
    return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled ? [{ type: scheduled.activityType?.name, queue: scheduled.taskQueue?.name }] : [],
    )
  } finally {
    await temporal.close()
  }
}

/** The next call of this kind is answered late. */
const slow = (operation: string, delayMs = 4_000) =>
  fetch(`${world.stack.info.sandbox}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'acquirer', operation, action: 'slow', delayMs }),
  })

describe('a provider that is slower than a task may wait', () => {
  test.for([
    [0, 'the gateway itself'],
    [1, 'an api whose worker is another process'],
  ] as const)('is waited for by an activity, and asked once (%i: %s)', async ([api]) => {
    await slow('authorize')
    const answer = await world.call('POST', '/payment', world.saleBody(), { api })
    const paymentId = String(answer.body?.paymentId)
    await world.reaches(paymentId, ['COMPLETED'])
    expect(await rowsOf(paymentId, 'authorize')).toHaveLength(1)
    expect(await activitiesOf(paymentId)).toContainEqual({
      type: 'authorize',
      queue: expect.stringMatching(/^api-/) as string,
    })
    await checkInvariants(world, [paymentId])
  })

  test('so is a refund, in the process that began it', async () => {
    const paymentId = await world.completed()
    await slow('refund')
    await world.insist('POST', `/payment/${paymentId}/refund`, { amount: 10 })
    await world.quiet(paymentId)
    expect(await rowsOf(paymentId, 'refund')).toHaveLength(1)
    expect(await activitiesOf(paymentId)).toEqual([
      { type: 'refund', queue: expect.stringMatching(/^(api|worker)-/) as string },
    ])
    await checkInvariants(world, [paymentId])
  })
})

describe('a question to a workflow', () => {
  /** As the Temporal UI asks: once. */
  async function ask(paymentId: string): Promise<unknown> {
    const { temporal: address, namespace } = world.stack.info
    const connection = await Connection.connect({ address, interceptors: [] })
    try {
      return await connection.workflowService.queryWorkflow({
        namespace,
        execution: { workflowId: `pay/${paymentId}` },
        query: { queryType: 'state' },
      })
    } finally {
      await connection.close()
    }
  }

  // The engine would answer it beside the commit, and write the commit down as one that the workflow
  // has not seen: what follows then stands elsewhere in the history than a replay puts it.
  test('is refused while a commit is under way, and answered when it is at rest', async () => {
    const committed = 'act.db.after_commit_before_return'
    world.arm(committed, 'delay(2500)')
    const sent = world.call('POST', '/payment', world.saleBody({ extOrderId: 'asked' }))
    await world.fired(committed)
    const paymentId = await paymentOf('asked')
    await expect(ask(paymentId)).rejects.toThrow(/query buffer is full/)
    await sent
    await world.reaches(paymentId, ['COMPLETED'])
    await until('it answers at rest', () =>
      ask(paymentId).then(
        () => true,
        () => false,
      ),
    )
    await checkInvariants(world, [paymentId])
    await checkReplay(world, [paymentId])
  })
})

describe('the trace of a sale', () => {
  test.for([
    [0, 'inside one process'],
    [1, 'through three'],
  ] as const)('leads from the request to the acquirer (%i: %s)', async ([api]) => {
    const answer = await world.call('POST', '/payment', world.saleBody(), { api })
    const paymentId = String(answer.body?.paymentId)
    await world.reaches(paymentId, ['COMPLETED'])
    let path: ReceivedSpan[] = []
    await until('the trace is whole', () => {
      path = pathTo('acquirer authorize', paymentId, collector.spans())
      return Promise.resolve(path[0]?.name === 'POST /v1/ecommerce/payment')
    })
    expect(path.map(({ name }) => name)).toEqual([
      'POST /v1/ecommerce/payment',
      'start payment',
      // Where the task is run by another process than the one that has the CVV, it is an activity there.
      expect.stringMatching(api === 0 ? /^(stepPayment|authorize)$/ : /^authorize$/) as string,
      'acquirer authorize',
    ])
    expect(new Set(path.map(({ traceId }) => traceId)).size).toBe(1)
    expect(path[0]?.attributes).toMatchObject({ 'tollgate.payment.id': paymentId })
    expect(path.at(-1)?.attributes).toMatchObject({ 'tollgate.outcome': 'approved' })
  })

  test('no span of any of them tells of a person or a card', () => {
    const spans = collector.spans()
    expect(spans.length).toBeGreaterThan(20)
    const told = JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes })))
    expect(told).not.toMatch(/payer@|example|127\.0\.0\.1|203012|"123"|order-/)
    expect(told).not.toContain(NOT_ENROLLED)
    expect(told).not.toMatch(new RegExp(`\\b${NOT_ENROLLED.slice(-4)}\\b`))
    const known = /^(tollgate|http|temporal|error)\./
    for (const { attributes } of spans)
      expect(Object.keys(attributes).filter((name) => !known.test(name))).toEqual([])
  })

  /** From the first span of the trace down to the one of this name. */
  function pathTo(name: string, paymentId: string, spans: ReceivedSpan[]): ReceivedSpan[] {
    const path: ReceivedSpan[] = []
    const isOurs = (one: ReceivedSpan) => one.attributes['tollgate.payment.id'] === paymentId
    const parentOf = (span: ReceivedSpan) =>
      spans.find(({ spanId }) => spanId === span.parentSpanId)
    let span = spans.find((one) => {
      const parent = parentOf(one)
      return one.name === name && parent !== undefined && isOurs(parent)
    })
    for (; span; span = parentOf(span)) path.unshift(span)
    return path
  }
})

describe('a process that stands still between its claim and the send, and wakes up', () => {
  test('sends no authorisation: the payer is asked for the CVV again', async () => {
    const instrument = await world.storedCard()
    const point = 'act.authorize.before_send'
    world.arm(point, 'delay(3000)')
    const body = { ...world.saleBody({ extOrderId: 'still' }), instrument }
    const sent = world.call('POST', '/payment', body)
    await world.fired(point)
    const gateway = world.stack.process('api-1').pid ?? 0
    process.kill(gateway, 'SIGSTOP')
    const paymentId = await paymentOf('still')
    try {
      await until('the CVV is asked for', async () => {
        const asked = { api: 1 }
        const { body } = await world.call('GET', `/payment/${paymentId}/status`, undefined, asked)
        return body?.dataRequest === 'CARD_CVV'
      })
    } finally {
      process.kill(gateway, 'SIGCONT')
    }
    await sent
    await sleep(4_000)
    expect(await rowsOf(paymentId, 'authorize')).toEqual([])
    await world.reaches(paymentId, ['COMPLETED'])
    expect(await rowsOf(paymentId, 'authorize')).toHaveLength(1)
    await checkInvariants(world, [paymentId])
  })

  test('sends no second refund: another worker has done it meanwhile', async () => {
    const paymentId = await world.completed()
    world.arm('act.refund.before_send', `hang(${String(STILL_MS)})`)
    const sent = world.insist('POST', `/payment/${paymentId}/refund`, { amount: 10 })
    await world.fired('act.refund.before_send')
    const woken = sleep(STILL_MS)
    await until('another refunds', async () => (await rowsOf(paymentId, 'refund')).length > 0)
    await Promise.all([woken, sent])
    await sleep(2_000)
    expect(await rowsOf(paymentId, 'refund')).toHaveLength(1)
    await checkInvariants(world, [paymentId])
  })
})

describe('a CVV in a process whose task is run by another', () => {
  /** Twice as long as a process has to take a call. */
  const OUTAGE_MS = 6_000
  const committed = 'act.db.after_commit_before_return'
  let wire: Proxy
  beforeAll(async () => {
    const [host = '', port] = world.stack.info.temporal.split(':')
    wire = await startProxy({ host, port: Number(port) })
    await world.stack.restart('api-2', { TEMPORAL_ADDRESS: `127.0.0.1:${String(wire.port)}` })
  })
  afterAll(async () => {
    await world.stack.restart('api-2', { TEMPORAL_ADDRESS: world.stack.info.temporal })
    await wire.close()
  })

  /** The payment is committed; its call is about to be handed to the process that holds the CVV. */
  async function aboutToHandOver(extOrderId: string): Promise<string> {
    world.arm(committed, 'delay(1500)')
    void world.call('POST', '/payment', world.saleBody({ extOrderId }), { api: 1 })
    await world.fired(committed)
    return paymentOf(extOrderId)
  }

  async function standStill(forMs: number): Promise<void> {
    const temporal = world.stack.process('temporal').pid ?? 0
    process.kill(temporal, 'SIGSTOP')
    await sleep(forMs)
    process.kill(temporal, 'SIGCONT')
  }

  const isSending = async (paymentId: string): Promise<number> => {
    const { rowCount } = await db.query(
      `select from intent where owner_id = $1 and state = 'sending'`,
      [paymentId],
    )
    return rowCount ?? 0
  }

  const isAsked = async (paymentId: string): Promise<boolean> => {
    const { body } = await world.call('GET', `/payment/${paymentId}/status`)
    return body?.dataRequest === 'CARD_CVV'
  }

  /** Nobody gives the CVV again here: whoever asks for it waits for ever. */
  async function completesUnasked(paymentId: string): Promise<void> {
    await until(`${paymentId} completes`, async () => {
      const { body } = await world.call('GET', `/payment/${paymentId}/status`)
      expect(body?.dataRequest).not.toBe('CARD_CVV')
      return body?.status === 'COMPLETED'
    })
    expect(await rowsOf(paymentId, 'authorize')).toHaveLength(1)
    await checkInvariants(world, [paymentId])
  }

  test('is waited for while Temporal is out of its reach: the payer is not asked', async () => {
    const paymentId = await aboutToHandOver('out-of-reach')
    await wire.cut(OUTAGE_MS)
    await completesUnasked(paymentId)
  })

  test('so it is when Temporal itself stands still', async () => {
    const paymentId = await aboutToHandOver('temporal-stopped')
    await standStill(OUTAGE_MS)
    await completesUnasked(paymentId)
  })

  test.for([
    ['its own process loses sight of Temporal', 'unheard', () => wire.cut(OUTAGE_MS)],
    ['Temporal stands still', 'unheard-stopped', () => standStill(OUTAGE_MS)],
  ] as const)(
    'nor when the call is under way and %s for longer than a heartbeat: the answer counts',
    async ([, extOrderId, outage]) => {
      await slow('authorize', OUTAGE_MS + 3_000)
      void world.call('POST', '/payment', world.saleBody({ extOrderId }), { api: 1 })
      const paymentId = await paymentOf(extOrderId)
      await until('the call is under way', async () => (await isSending(paymentId)) > 0)
      await outage()
      await completesUnasked(paymentId)
      expect(await rowsOf(paymentId, 'reverse')).toEqual([])
    },
  )

  test('is asked for again when the process was killed', async () => {
    const paymentId = await aboutToHandOver('holder-killed')
    process.kill(world.stack.process('api-2').pid ?? 0, 'SIGKILL')
    await until('the CVV is asked for', () => isAsked(paymentId))
    expect(await rowsOf(paymentId, 'authorize')).toEqual([])
    await world.healed()
    await world.reaches(paymentId, ['COMPLETED'])
    expect(await rowsOf(paymentId, 'authorize')).toHaveLength(1)
    await checkInvariants(world, [paymentId])
  })
})

describe('a command without a key, while the database cannot commit', () => {
  const point = 'api.create.after_temporal_before_outcome'

  /** Nothing is committed until this ends; later nothing is read either. */
  async function holdJournal() {
    await db.query('begin')
    await db.query('lock table journal in share mode')
    return {
      hideToo: () => db.query('lock table journal in access exclusive mode'),
      release: () => db.query('commit'),
    }
  }

  test('503 means that it did not happen and will not', async () => {
    const journal = await holdJournal()
    const sent = world.call('POST', '/payment', world.saleBody({ extOrderId: 'held' }))
    await sleep(LONG_MS)
    await journal.release()
    expect(await sent).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const paymentId = await paymentOf('held')
    await world.reaches(paymentId, ['CANCELLED'])
    expect(await world.acquirerLog(paymentId)).toEqual([])
  })

  test('the same of a card to be stored', async () => {
    const journal = await holdJournal()
    const sent = world.call('POST', '/tokenizer', world.storeBody('held@example.com'))
    await sleep(LONG_MS)
    await journal.release()
    expect(await sent).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await until('it is cancelled', async () => {
      const { rows } = await db.query(
        `select status from tokenization where state #>> '{customer,email}' = 'held@example.com'`,
      )
      return rows.map(({ status }) => status).join() === 'CANCELLED'
    })
  })

  test('the same of a refund that waits for the balance', async () => {
    const paymentId = await world.completed()
    await db.query('begin')
    await db.query('select 1 from balance for update')
    const sent = world.call('POST', `/payment/${paymentId}/refund`, { amount: 10 })
    await sleep(LONG_MS)
    await db.query('commit')
    expect(await sent).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await sleep(3_000)
    expect(await rowsOf(paymentId, 'refund')).toEqual([])
    await checkInvariants(world, [paymentId])
  })

  test('an outcome that nobody could read for a while is answered when it can be read', async () => {
    const journal = await holdJournal()
    world.arm(point, 'delay(1000)')
    const sent = world.call('POST', '/payment', world.saleBody({ extOrderId: 'hidden' }))
    await world.fired(point)
    await journal.hideToo()
    await sleep(5_000)
    await journal.release()
    const answer = await sent
    expect(answer.status).toBe(200)
    await world.reaches(String(answer.body?.paymentId), ['COMPLETED'])
  })

  test('one that nobody could read in time is 504, and says where to look', async () => {
    const journal = await holdJournal()
    world.arm(point, 'delay(1000)')
    const sent = world.call('POST', '/payment', world.saleBody({ extOrderId: 'unread' }))
    await world.fired(point)
    await journal.hideToo()
    const answer = await sent
    await journal.release()
    expect(answer).toMatchObject({ status: 504, body: { code: 'outcome_unknown' } })
    const paymentId = String(answer.body?.paymentId)
    expect(paymentId).toBe(await paymentOf('unread'))
    await world.reaches(paymentId, ['CANCELLED'])
    expect(await world.acquirerLog(paymentId)).toEqual([])
  })
})
