import { execute } from '../../../src/postgres/db.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { checkBooks } from '../../../src/postgres/review/ledger-check.ts'
import { openSession } from '../../../src/postgres/operators.ts'
import { createMerchantFigures } from '../../../src/postgres/portal/figures.ts'
import type { Stack } from '../../../src/stack/launch.ts'
import { operatorPages, portalPages } from '../../support/back-office-pages.ts'
import { cliProcess } from '../../support/cli-process.ts'
import { closedLoop } from '../measure.ts'
import type { Measured } from '../measure.ts'
import type { Options } from '../options.ts'
import { invite } from '../portal.ts'
import { short } from '../report.ts'
import { createShop } from '../shop.ts'
import type { Shop } from '../shop.ts'
import { withCpu } from '../world.ts'
import type { CpuPerOperation } from '../world.ts'
import { besideMigration } from './beside-migration.ts'
import type { BesideMigration } from './beside-migration.ts'
import { checkSome, expectNone, roundOfBooks } from './books.ts'
import { fill } from './fill.ts'
import { listsOf } from './lists.ts'
import { makeRealPayment } from './real-payment.ts'
import { readSizes } from './sizes.ts'
import type { Size } from './sizes.ts'
import { timed } from './timed.ts'
import type { Timed } from './timed.ts'
import { openPool } from '../../support/open-pool.ts'

/** What was measured beside what is stored. */
export interface Look {
  sales: { clients: number; rounds: Measured[]; cpu: CpuPerOperation[] }[]
  times: Timed[]
  sizes: Size[]
}

export interface Stored {
  payments: number
  before: Look
  after: Look
  besideMigration: BesideMigration
}

interface Place {
  stack: Stack
  db: DbPool
  /** Told by notifications, with most of what is stored. */
  told: Shop
  plain: Shop
  cookie: string
  options: Options
  say: (line: string) => void
}

/** Sales, lists, pages, `stuck` and the books, beside nothing and beside very much that has come to rest. */
export async function measureStored(
  stack: Stack,
  payments: number,
  options: Options,
  say: (line: string) => void,
): Promise<Stored> {
  const { info } = stack
  const db = openPool(info.postgresOwner, {
    applicationName: 'bench',
    statementTimeoutMs: 3_600_000,
  })
  try {
    const [told, plain] = await Promise.all([createShop(info, 0), createShop(info, 1)])
    const [person] = await invite(stack, 1)
    const place = { stack, db, told, plain, cookie: person?.cookie ?? '', options, say }
    say('Warming up …')
    for (const shop of [told, plain])
      await closedLoop({ clients: 8, count: 60, operation: () => shop.sale() })
    const before = await look(place)
    const real = await makeRealPayment(db, { info, shop: told })
    say(`Copying a payment of ${String(real.rows.journal.length)} lines …`)
    const merchantIds = info.merchants.map(({ merchantId }) => merchantId)
    await fill(real, { count: payments, merchantIds, databaseUrl: info.postgresOwner }, say)
    say('Until the overview and the books have counted them …')
    await count(place, merchantIds[0] ?? '')
    const after = await look(place)
    return {
      payments,
      before,
      after,
      besideMigration: await besideMigration({ stack, db, shop: plain }, say),
    }
  } finally {
    await db.end()
  }
}

/** What happens bit by bit where payments come bit by bit. */
async function count({ db, say }: Place, merchantId: string): Promise<void> {
  const figures = createMerchantFigures(db)
  const begun = performance.now()
  while (!(await figures.takeIn(merchantId)));
  say(`  the overview: ${seconds(begun)} s`)
  const round = performance.now()
  expectNone(await roundOfBooks(db))
  say(`  the round that counts all of them: ${seconds(round)} s`)
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

async function look(place: Place): Promise<Look> {
  const { stack, db, told, plain, options, say } = place
  const sales: Look['sales'] = []
  for (const clients of [1, 8]) {
    const rounds: Measured[] = []
    const cpu: CpuPerOperation[] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const operation = () => plain.sale()
      const load = { clients, seconds: options.seconds, operation }
      const spent = await withCpu(stack, () => closedLoop(load))
      const { measured } = spent
      say(
        `  ${String(clients)} clients: ${measured.perSecond.toFixed(1)} sales per s, p95 ${measured.p95.toFixed(0)} ms`,
      )
      rounds.push(measured)
      cpu.push(spent.cpu)
    }
    sales.push({ clients, rounds, cpu })
  }
  const times: Timed[] = []
  const time = async (name: string, operation: () => Promise<unknown>, looks?: number) => {
    const one = await timed(name, operation, looks)
    say(`  ${name}: ${one.problem ?? `p50 ${short(one.p50)} ms, p95 ${short(one.p95)} ms`}`)
    times.push(one)
  }
  await execute(db, 'checkpoint')
  for (const [name, path] of await listsOf(told)) await time(name, () => told.read(path))
  for (const [name, url, cookie] of await pagesOf(place)) await time(name, () => show(url, cookie))
  const tollgate = cliProcess(stack.home)
  await time('`tollgate stuck`', () => succeeded(tollgate('stuck')), FEW)
  await time('a round of the ledger watch', async () => expectNone(await roundOfBooks(db)), FEW)
  await time('the whole of the books, once a day', async () => expectNone(await checkBooks(db)), 1)
  await time('`ledger check`, for each payment', () => checkSome(db, SOME), FEW)
  return { sales, times, sizes: await readSizes(db) }
}

/** Of what takes seconds. */
const FEW = 3
const SOME = 2_000

async function pagesOf({ stack: { info }, db, cookie }: Place) {
  const theirs = `tollgate_operator=${await openSession(db, info.operators[0]?.name ?? '')}`
  return [
    ...portalPages.map(
      (path) => [`portal${path}`, `${info.portal}/portal${path}`, cookie] as const,
    ),
    ...operatorPages.map((path) => [`operators${path}`, info.operator + path, theirs] as const),
  ]
}

async function show(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html', cookie } })
  await answer.arrayBuffer()
  if (![200, 303].includes(answer.status)) throw new Error(String(answer.status))
}

async function succeeded(run: Promise<{ code: number; problem: string }>): Promise<void> {
  const { code, problem } = await run
  if (code !== 0) throw new Error(problem)
}
