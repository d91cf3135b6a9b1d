import { Client, Connection } from '@temporalio/client'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Stack } from '../../src/stack/launch.ts'
import { launchStack } from '../../src/stack/launch.ts'
import { floorB, floorC, startFloorWorker } from './floors.ts'
import type { Measured } from './measure.ts'
import { closedLoop, print } from './measure.ts'
import { notificationLag } from './notification-lag.ts'
import { saleCosts } from './sale-costs.ts'
import { settlementPace } from './settlement-pace.ts'
import type { Shop } from './shop.ts'
import { createShop } from './shop.ts'

/** Operations per measurement, and further sales for the settlement batch (try 10000). */
const COUNT = Number(process.env.BENCH_COUNT ?? 400)
const LINES = Number(process.env.BENCH_LINES ?? 0)
const CLIENTS = [1, 32]

const home = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
say('Starting a stack of its own with an acquirer that answers at once …')
const stack = await launchStack({
  home,
  apis: 1,
  workers: 2,
  env: { SANDBOX_DELAY_MS: '0', RATE_LIMIT_PER_SECOND: '1000000', LOG_LEVEL: 'warn' },
  quiet: true,
})
try {
  await bench(stack)
} finally {
  await stack.stop()
  rmSync(home, { recursive: true, force: true })
}

async function bench({ info }: Stack): Promise<void> {
  const db = new pg.Client({ connectionString: info.postgres })
  db.on('error', () => undefined)
  await db.connect()
  await db.query('create table floor_commit (at timestamptz default now())')
  const connection = await Connection.connect({ address: info.temporal })
  const client = new Client({ connection, namespace: info.namespace })
  const [told, plain] = await Promise.all([createShop(info, 0), createShop(info, 1)])
  const floorWorker = await startFloorWorker(info.temporal, info.postgres)
  try {
    say('Warming up …')
    await floorB(client, 8, 40)
    await closedLoop(8, 40, () => plain.completed(randomUUID()))
    const most = await throughput(client, plain)
    await saleCosts({ stack, db, client }, plain, COUNT)
    say(`\nTelling a merchant at half of that load (${(most / 2).toFixed(1)} payments per s) …`)
    await notificationLag(db, told, most / 2)
    say('\nSettling …')
    await settlementPace(info, plain, LINES)
  } finally {
    floorWorker.kill('SIGTERM')
    await connection.close()
    await db.end()
  }
}

/** The gateway beside its floors; returns how many sales it made per second at most. */
async function throughput(client: Client, shop: Shop): Promise<number> {
  const rows = []
  let most = 0
  for (const clients of CLIENTS) {
    const count = clients === 1 ? Math.ceil(COUNT / 4) : COUNT
    say(`Measuring with ${clients} client(s) …`)
    const b = await floorB(client, clients, count)
    const sale = await closedLoop(clients, count, () => shop.sale(randomUUID()))
    const c = await floorC(client, clients, count)
    const holds = await shop.holds(count)
    const capture = await closedLoop(clients, count, (index) => shop.capture(holds[index] ?? ''))
    await shop.captured(holds)
    const refund = await closedLoop(clients, count, (index) => shop.refund(holds[index] ?? ''))
    most = Math.max(most, sale.perSecond)
    rows.push(
      row('floor B: bare workflow, commit, provider call', clients, b),
      row('gateway: card sale, to the answer', clients, sale, b),
      row('floor C: bare command, commit', clients, c),
      row('gateway: capture', clients, capture, c),
      row('gateway: refund', clients, refund, c),
    )
  }
  print('Throughput and time to the answer (ms)', rows)
  return most
}

function row(what: string, clients: number, measured: Measured, floor?: Measured) {
  return {
    what,
    clients: String(clients),
    'per s': measured.perSecond,
    p50: measured.p50,
    p95: measured.p95,
    p99: measured.p99,
    failed: String(measured.failures),
    'throughput / floor': floor ? measured.perSecond / floor.perSecond : '',
    'p50 / floor': floor ? measured.p50 / floor.p50 : '',
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
