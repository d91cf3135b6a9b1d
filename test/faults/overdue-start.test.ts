import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countOf, isLong } from '../support/run-options.ts'
import { killEverything } from './power.ts'
import { until, World } from './world.ts'

const OPEN = countOf('OVERDUE_PAYMENTS', 150, 1_000)
const AT_ONCE = 8
/** None ends while the others are being made; all are over when the stack comes back. */
const VALID_MS = isLong ? 120_000 : 60_000
/** On a machine of its own; beside other tests it may take what a start without them takes, and some. */
const READY_MS = 15_000
vi.setConfig({ testTimeout: 900_000 })

// As `npm start` has it.
const shape = { apis: 2, gateways: 2, workers: 1, sharedPort: true }
let world: World
beforeAll(async () => {
  world = await World.launch(shape)
})
afterAll(() => world.stop())

async function startAgain(whileDown: () => Promise<void> = () => Promise.resolve()) {
  const { home } = world.stack
  await killEverything(world)
  await whileDown()
  const begun = performance.now()
  world = await World.launch({ ...shape, home })
  return performance.now() - begun
}

/** Nobody gives an instrument: each waits for its payer until its time is over. */
async function openPayments(count: number): Promise<void> {
  const { instrument: _, ...body } = world.saleBody() as Record<string, unknown>
  let left = count
  const client = async () => {
    while (left-- > 0) {
      const options = { transKind: 'AUTH', validTime: VALID_MS / 1_000 }
      const { status } = await world.insist('POST', '/payment', { ...body, options })
      expect(status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

async function openCount(): Promise<number> {
  const db = new pg.Client({ connectionString: world.stack.info.postgres })
  await db.connect()
  const sql = `select count(*)::int as open from payment where state->>'phase' = 'gathering'`
  // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
  const { rows } = await db.query<{ open: number }>(sql).finally(() => db.end())
  return rows[0]?.open ?? NaN
}

test('after kill -9 of everything a start is ready although many payments fell due meanwhile', async () => {
  const plainMs = await startAgain()
  await openPayments(OPEN)
  const allOver = Date.now() + VALID_MS
  const readyMs = await startAgain(() => sleep(Math.max(0, allOver - Date.now())))
  const overdue = await openCount()
  await world.completed()
  expect(overdue).toBeGreaterThan(0)
  expect(readyMs).toBeLessThan(isLong ? READY_MS : Math.max(READY_MS, 2 * plainMs))
  await until('all have come to their end', async () => (await openCount()) === 0, 300_000)
})
