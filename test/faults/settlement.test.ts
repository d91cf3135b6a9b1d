import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { msToTs } from '@temporalio/common/lib/time.js'
import { NativeConnection, Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SettlementActivities } from '../../activities/settlement/settlement.ts'
import { checkLedger } from '../../src/cli/money/check-ledger.ts'
import { settlementWorkflowId } from '../../src/domain/settlement/settlement.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { execute, many, one } from '../../src/postgres/db.ts'
import { runSettlement } from '../../src/gateway/run-settlement.ts'
import { loadKeyRing } from '../../src/vault/key-ring.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import type { HistoryReader } from '../../src/review/history-reader.ts'
import { openHistories } from '../support/temporal.ts'
import { until, World } from './world.ts'
import { openPool } from '../support/open-pool.ts'

/** More than a page of the report, which is 200 lines, and many more than a commit settles. */
const SALES = 250
const AT_ONCE = 16

let world: World
let db: DbPool
let client: Client
let payloadCodecs: PayloadCodec[]

beforeAll(async () => {
  // The worker that dies is not the process that answers the operator.
  const shape = { apis: 1, gateways: 0, workers: 2 }
  world = await World.launch({ ...shape, env: { SANDBOX_DELAY_MS: '0' } })
  const { postgres, temporal, namespace } = world.stack.info
  db = openPool(postgres)
  payloadCodecs = [createPayloadCodec(loadKeyRing(`${world.stack.home}/keys.json`))]
  // What merchants are told is half the work of a sale, and not what is looked at here.
  await execute(db, 'update merchant set notification_url = null')
  const connection = await Connection.connect({ address: temporal })
  client = new Client({ connection, namespace, dataConverter: { payloadCodecs } })
  return async () => {
    await client.connection.close()
    await db.end()
  }
}, 300_000)
afterAll(() => world.stop())

/** So many more sales that are paid. One whose card code was lost on a busy machine does not count. */
async function makeSales(count: number): Promise<void> {
  const target = (await countOf('paid')) + count
  for (let missing = count; missing > 0; missing = target - (await countOf('paid'))) {
    const queue = Array.from({ length: missing }).values()
    const lane = async () => {
      for (const _ of queue) await world.insist('POST', '/payment', world.saleBody())
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await until('no charge is under way', async () => (await countOf(...moving)) === 0, 120_000)
  }
}

const moving = ['gathering', 'authenticating', 'authorizing', 'resolving', 'undoing']

const countOf = async (...phases: string[]): Promise<number> =>
  (await one<{ count: number }>(db, 'select count(*) from payment where phase = any($1)', [phases]))
    .count

async function runByOperator(): Promise<{ status: number; body: Record<string, unknown> }> {
  const { operator, operatorToken } = world.stack.info
  const answer = await fetch(`${operator}/settlement/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** The command line as an operator runs it, on this stack; it must succeed. */
async function tollgate(...args: string[]): Promise<string> {
  const program = ['dist/src/cli/main.js', '--home', world.stack.home, ...args]
  return (await promisify(execFile)(process.execPath, program)).stdout
}

const settledLines = async (): Promise<number> =>
  (
    await one<{ count: number }>(
      db,
      `select count(*) from journal where starts_with(message_id, 'msg/settle/')`,
    )
  ).count

const prove = (asking: { histories?: HistoryReader } = {}) =>
  checkLedger({ db, providerLog: `${world.stack.info.sandbox}/acquirer/log`, ...asking })

test(
  'a batch of 250 lines survives the death of its worker, and nothing is done twice',
  { timeout: 600_000 },
  async () => {
    await makeSales(SALES)
    const sales = await countOf('paid')
    // Its lines are committed, and whoever did it dies before it knows.
    world.arm('act.settlement.after_commit')
    const running = runByOperator()
    await until('a worker has died', async () => (await settledLines()) >= 50)
    expect(await settledLines()).toBeLessThan(sales)
    const { status, body } = await running
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ lines: sales, settled: sales, differences: 0, state: 'done' }),
    ])
    expect(await countOf('settled')).toBe(sales)
    const twice = await many(
      db,
      `select owner_id from journal, jsonb_array_elements(events) e
        where e ->> 'type' = 'settled' group by 1 having count(*) > 1`,
    )
    expect(twice).toEqual([])
    await world.healed()
    const histories = await openHistories({ ...world.stack.info, home: world.stack.home })
    expect((await prove({ histories })).findings).toEqual([])
    await histories.close()
  },
)

test('reading the same report again changes nothing', async () => {
  const batch = await one<{ id: string }>(
    db,
    `select batch_id as id from settlement_batch where provider = 'acquirer'`,
  )
  const counts = () =>
    one(db, 'select (select count(*) from journal) as j, (select count(*) from posting) as p')
  const before = await counts()
  const again = await runSettlement(client, batch.id)
  expect(again).toMatchObject({ lines: await countOf('settled'), differences: 0 })
  expect(await counts()).toEqual(before)
})

test('settled money can be refunded and not cancelled, and the next report keeps it back', async () => {
  const paymentId = await world.completed()
  const hold = await world.completed({ transKind: 'PREAUTH' })
  const run = await tollgate('settlement', 'run', '--json')
  expect(JSON.parse(run)).toMatchObject({ settled: 1, differences: 0 })
  expect(await world.status(paymentId)).toMatchObject({ status: 'SETTLED' })
  expect(await world.status(hold)).toMatchObject({ status: 'COMPLETED' })
  const cancel = await world.call('POST', `/payment/${paymentId}/cancel`, {})
  expect(cancel.status).toBe(409)
  await world.insist('POST', `/payment/${paymentId}/refund`, { amount: 10 })
  await world.quiet(paymentId)
  expect((await runByOperator()).body).toMatchObject({ lines: 1, settled: 0, differences: 0 })
  expect((await prove()).findings).toEqual([])
})

test('cancels and a closing batch meet: exactly one wins each time', async () => {
  await makeSales(60)
  const rows = await many<{ id: string }>(
    db,
    `select payment_id as id from payment where phase = 'paid'`,
  )
  const cancels = rows.map(async ({ id }, index) => {
    await sleep(index * 10)
    return { id, answer: await world.call('POST', `/payment/${id}/cancel`, {}) }
  })
  const [run, answers] = await Promise.all([runByOperator(), Promise.all(cancels)])
  expect(run.body).toMatchObject({ differences: 0 })
  for (const { id, answer } of answers) {
    const status = await world.reaches(id, ['SETTLED', 'CANCELLED'])
    if (status === 'CANCELLED') expect(answer.status).toBe(200)
    if (answer.status === 409) expect(status).toBe('SETTLED')
  }
  expect((await prove()).findings).toEqual([])
})

test('a report of 10,000 lines is read in runs of 2,000', async () => {
  const pages: number[] = []
  const activities: SettlementActivities = {
    openBatch: () => Promise.resolve(undefined),
    closeBatch: () => Promise.resolve({ total: 10_000 }),
    settlePage: (_, after) => {
      pages.push(after)
      return Promise.resolve({ last: after + 200, lines: 200 })
    },
    findAccountBatches: () => Promise.resolve([]),
    tellPage: (_, after) => Promise.resolve({ last: after, lines: 0 }),
    finishBatch: (batchId) =>
      Promise.resolve({ batchId, fileId: 'f', lines: 10_000, settled: 10_000, differences: 0 }),
  }
  const { temporal: address, namespace } = world.stack.info
  const connection = await NativeConnection.connect({ address })
  const taskQueue = 'settlement-alone'
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    activities,
    workflowBundle: { codePath: 'dist/bundles/workflows.js' },
    dataConverter: { payloadCodecs },
  })
  const workflowId = settlementWorkflowId('large')
  const result = await worker.runUntil(
    client.workflow.execute('settlement', { taskQueue, workflowId, args: [{ by: 'operator' }] }),
  )
  await connection.close()
  expect(result).toMatchObject({ batchId: 'large', settled: 10_000 })
  expect(pages).toEqual(Array.from({ length: 50 }, (_, index) => index * 200))
  const { historyLength } = await client.workflow.getHandle(workflowId).describe()
  expect(historyLength).toBeLessThan(100)
})

test('a payment past its retention is gone for its merchant and loses what is personal', async () => {
  const paymentId = await world.completed()
  await world.insist('POST', `/payment/${paymentId}/cancel`, {})
  await world.reaches(paymentId, ['CANCELLED'])
  await execute(
    db,
    `update payment set readable_until = now() - interval '1 day' where payment_id = $1`,
    [paymentId],
  )
  expect((await world.call('GET', `/payment/${paymentId}`)).status).toBe(404)
  const options = { taskQueue: 'payments', workflowId: 'retention-now', args: [0] }
  expect(await client.workflow.execute('retention', options)).toMatchObject({ purged: 1 })
  const { state } = await one<{ state: object }>(
    db,
    'select state from payment where payment_id = $1',
    [paymentId],
  )
  expect(state).toMatchObject({ customer: { email: '' }, order: { amountMinor: 2_500 } })
  expect(await checkLedger({ db, paymentId })).toMatchObject({ payments: 1, findings: [] })
})

describe('the schedule', () => {
  test('is made once, however many workers start, and says what it starts', async () => {
    const handle = client.schedule.getHandle('settlement-daily')
    const { spec, action, policies } = await handle.describe()
    expect(spec).toMatchObject({ timezone: 'Europe/Warsaw' })
    expect(action).toMatchObject({ workflowType: 'settlement' })
    expect(policies.overlap).toBe('BUFFER_ONE')
    expect(await client.schedule.getHandle('retention-daily').describe()).toMatchObject({
      action: { workflowType: 'retention' },
    })
  })

  test('closes at 23:00 in Warsaw on days of 23, 24 and 25 hours', async () => {
    const { startTime } = await client.workflowService.listScheduleMatchingTimes({
      namespace: world.stack.info.namespace,
      scheduleId: 'settlement-daily',
      startTime: timestamp('2027-03-27T00:00:00Z'),
      endTime: timestamp('2027-03-29T23:59:00Z'),
    })
    expect(startTime.map(inText)).toEqual([
      '2027-03-27T22:00:00.000Z',
      '2027-03-28T21:00:00.000Z',
      '2027-03-29T21:00:00.000Z',
    ])
    const autumn = await client.workflowService.listScheduleMatchingTimes({
      namespace: world.stack.info.namespace,
      scheduleId: 'settlement-daily',
      startTime: timestamp('2027-10-30T00:00:00Z'),
      endTime: timestamp('2027-10-31T23:59:00Z'),
    })
    expect(autumn.startTime.map(inText)).toEqual([
      '2027-10-30T21:00:00.000Z',
      '2027-10-31T22:00:00.000Z',
    ])
  })

  test('names the batch after its time', async () => {
    const paymentId = await world.completed()
    await client.schedule.getHandle('settlement-daily').trigger()
    await world.reaches(paymentId, ['SETTLED'])
    const batches = await many<{ id: string }>(
      db,
      `select batch_id as id from settlement_batch where starts_with(batch_id, 'daily-')`,
    )
    expect(batches.map(({ id }) => id)).toEqual([expect.stringMatching(/^daily-\d{4}-/)])
  })
})

const timestamp = (text: string) => msToTs(Date.parse(text))
const inText = ({ seconds }: { seconds?: unknown }): string =>
  new Date(Number(seconds) * 1000).toISOString()
