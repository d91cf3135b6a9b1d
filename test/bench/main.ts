import { Client, Connection } from '@temporalio/client'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchStack } from '../../src/stack/launch.ts'
import type { Stack } from '../../src/stack/launch.ts'
import { builtParts } from '../../src/stack/parts.ts'
import { ensureBuilt } from '../support/ensure-built.ts'
import { besideKillBill } from './beside-kill-bill.ts'
import { measureCommands } from './commands.ts'
import { toJson } from './figures.ts'
import type { Figures } from './figures.ts'
import { startFloors } from './floors.ts'
import { hotMerchant, hotMerchantMarkdown } from './hot-merchant.ts'
import { keepFigures } from './kept-figures.ts'
import { closedLoop } from './measure.ts'
import { notificationLag } from './notification-lag.ts'
import { besideOpenPayments } from './open-payments.ts'
import { help, readOptions } from './options.ts'
import type { Options } from './options.ts'
import { measurePages } from './pages.ts'
import { besidePeople } from './portal.ts'
import {
  besideKillBillMarkdown,
  besidePeopleMarkdown,
  pagesMarkdown,
  toMarkdown,
} from './report.ts'
import { medianOf } from './rounds.ts'
import { storedPerSale } from './sale-costs.ts'
import { measureSales, measureVariants } from './sales.ts'
import { taskTimeouts } from './server-metrics.ts'
import { settlementPace } from './settlement-pace.ts'
import { createShop } from './shop.ts'
import { soak, soakMarkdown, toCsv } from './soak.ts'
import { measureStored } from './stored/measure-stored.ts'
import { storedMarkdown } from './stored/stored-markdown.ts'
import { temporalCosts, temporalCostsMarkdown } from './temporal-costs.ts'
import { createWatcher } from './watcher.ts'
import type { World } from './world.ts'
import { writeTable } from './write-table.ts'

/** Of each contestant, after which a sale costs a quarter less. */
const WARM_UP = 250

const options = readOptions(process.argv.slice(2), process.env)
if (options === 'help') process.stdout.write(help)
else await run(options)

async function run(wanted: Options): Promise<void> {
  const begun = performance.now()
  const say = (line: string) => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`)
  }
  const home = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
  say('Starting a stack of its own with an acquirer that answers at once …')
  const usual = { SANDBOX_DELAY_MS: '0', RATE_LIMIT_PER_SECOND: '1000000', LOG_LEVEL: 'warn' }
  const env = { ...usual, ...wanted.settings }
  // What is measured is what production runs.
  await ensureBuilt()
  const stack = await launchStack({ home, env, quiet: true, parts: builtParts })
  try {
    const alone = measuredAlone(wanted)
    if (alone) {
      process.stdout.write(`\n${await alone(stack, say)}\n`)
      return
    }
    const figures = await inWorld(stack, wanted, say, bench)
    const markdown = toMarkdown(figures)
    process.stdout.write(`\n${markdown}\n`)
    if (wanted.markdownFile !== undefined) {
      writeTable(wanted.markdownFile, markdown)
      if (wanted.markdownFile.endsWith('docs/performance.md')) keepFigures(toJson(figures))
    }
    if (wanted.jsonFile !== undefined)
      writeFileSync(wanted.jsonFile, `${JSON.stringify(toJson(figures), null, 2)}\n`)
    say('Done.')
  } finally {
    await stack.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

type Alone = (stack: Stack, say: World['say']) => Promise<string>

/** What is measured instead of all the rest, where it is asked for: as Markdown. */
function measuredAlone(wanted: Options): Alone | undefined {
  const { soakMinutes, merchants, temporal, payments, stored, people, killBill } = wanted
  const measurements: (Alone | false)[] = [
    soakMinutes !== undefined && ((stack, say) => soaked(stack, soakMinutes, wanted, say)),
    merchants !== undefined &&
      (async ({ info }, say) =>
        hotMerchantMarkdown(await hotMerchant(info.postgresOwner, { ...wanted, merchants }, say))),
    temporal &&
      (async (stack, say) =>
        temporalCostsMarkdown(await inWorld(stack, wanted, say, temporalCosts))),
    payments !== undefined &&
      (async (stack, say) => pagesMarkdown(await measurePages(stack, payments, say))),
    stored !== undefined &&
      (async (stack, say) => storedMarkdown(await measureStored(stack, stored, wanted, say))),
    people !== undefined &&
      (async (stack, say) =>
        besidePeopleMarkdown(await besidePeople(stack, { ...wanted, people }, say))),
    killBill !== undefined &&
      (async (stack, say) =>
        besideKillBillMarkdown(await besideKillBill(stack, killBill, wanted, say))),
  ]
  return measurements.find((one) => one !== false)
}

async function soaked(
  stack: Stack,
  minutes: number,
  { clients, openPayments, csvFile }: Options,
  say: World['say'],
): Promise<string> {
  const wanted = { seconds: minutes * 60, clients: Math.max(...clients) }
  const found = await soak(stack, { ...wanted, openPayments: Math.max(0, ...openPayments) }, say)
  if (csvFile !== undefined) writeFileSync(csvFile, toCsv(found.points))
  return soakMarkdown(found)
}

async function inWorld<T>(
  stack: Stack,
  wanted: Options,
  say: World['say'],
  work: (world: World) => Promise<T>,
): Promise<T> {
  const { info } = stack
  const db = new pg.Client({ connectionString: info.postgresOwner })
  db.on('error', () => undefined)
  await db.connect()
  await db.query('create table floor_commit (at timestamptz default now())')
  const connection = await Connection.connect({ address: info.temporal })
  const client = new Client({ connection, namespace: info.namespace })
  const floors = await startFloors(client, info)
  try {
    const [told, plain] = await Promise.all([createShop(info, 0), createShop(info, 1)])
    const watcher = createWatcher(db)
    return await work({ stack, db, client, floors, watcher, plain, told, options: wanted, say })
  } finally {
    floors.stop()
    await connection.close()
    await db.end()
  }
}

async function bench(world: World): Promise<Figures> {
  const { stack, plain, floors, options: wanted, say } = world
  say('Warming up …')
  // What a process does for the first time is compiled meanwhile, by threads that are counted too.
  for (const operation of [() => plain.sale(), () => floors.sale(), () => floors.eagerSale()])
    await closedLoop({ clients: 8, count: WARM_UP, operation })
  const sales = []
  for (const clients of wanted.clients) {
    say(`Sales, ${clients} clients, in turns with the floors B and B′ …`)
    sales.push(await measureSales(world, clients))
  }
  say('Sales with a key, and told by notifications …')
  const variants = await measureVariants(world)
  const commands = []
  for (const clients of wanted.commandClients) {
    say(`Captures and refunds, ${clients} clients, in turns with the floors C and C′ …`)
    commands.push(await measureCommands(world, clients))
  }
  say('What a sale leaves behind …')
  const stored = await storedPerSale(world, plain)
  const most = Math.max(...sales.map(({ sale }) => medianOf(sale, 'perSecond')))
  say(`Telling a merchant at half of the highest load (${(most / 2).toFixed(1)} sales per s) …`)
  const lag = await notificationLag(world, most / 2, wanted.notificationSeconds)
  say('Settling …')
  const settlement = await settlementPace(world)
  const besideOpen = await besideOpenPayments(world)
  const timeouts = await taskTimeouts(stack.info.temporalMetrics ?? '')
  return { sales, variants, commands, stored, timeouts, lag, settlement, besideOpen }
}
