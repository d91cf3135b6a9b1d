import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { launchStack, type Stack } from '../../src/stack/launch.ts'
import { cpuMs, databaseCosts } from './costs.ts'
import { closedLoop, print, type Measured } from './measure.ts'
import { createShop, type Shop } from './shop.ts'

const COUNT = Number(process.env.BENCH_COUNT ?? 400)
const CLIENTS = [1, 32]

const home = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
process.stdout.write('Starting a stack of its own with an acquirer that answers at once …\n')
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
  const client = new Client({ connection })
  const shop = await createShop(info)
  const floorWorker = await startFloorWorker(info.temporal, info.postgres)
  try {
    await warmUp(client, shop)
    const rows = []
    for (const clients of CLIENTS) {
      const count = clients === 1 ? Math.ceil(COUNT / 4) : COUNT
      const b = await floorB(client, clients, count)
      const sale = await closedLoop(clients, count, () => shop.sale(randomUUID()))
      const c = await floorC(client, clients, count)
      const holds = await shop.holds(count)
      const capture = await closedLoop(clients, count, (index) => shop.capture(holds[index] ?? ''))
      const refund = await closedLoop(clients, count, (index) => shop.refund(holds[index] ?? ''))
      rows.push(
        row('floor B: bare workflow, commit, provider call', clients, b),
        row('gateway: card sale, to the answer', clients, sale, b),
        row('floor C: bare command, commit', clients, c),
        row('gateway: capture', clients, capture, c),
        row('gateway: refund', clients, refund, c),
      )
    }
    print('Throughput and time to the answer (ms)', rows)
    await saleCosts(db, shop, client)
  } finally {
    floorWorker.kill('SIGTERM')
    await connection.close()
    await db.end()
  }
}

function row(what: string, clients: number, measured: Measured, floor?: Measured) {
  return {
    what,
    clients,
    'per s': measured.perSecond,
    p50: measured.p50,
    p95: measured.p95,
    p99: measured.p99,
    failed: measured.failures,
    'throughput / floor': floor ? measured.perSecond / floor.perSecond : '',
    'p50 / floor': floor ? measured.p50 / floor.p50 : '',
  }
}

async function warmUp(client: Client, shop: Shop): Promise<void> {
  await floorB(client, 8, 40)
  await closedLoop(8, 40, () => shop.completed(randomUUID()))
}

function floorB(client: Client, clients: number, count: number): Promise<Measured> {
  return closedLoop(clients, count, () => createFloor(client, randomUUID()))
}

async function createFloor(client: Client, workflowId: string): Promise<void> {
  const start = new WithStartWorkflowOperation('floor', {
    workflowId,
    taskQueue: 'floor',
    args: [],
    workflowIdConflictPolicy: 'FAIL',
  })
  await client.workflow.executeUpdateWithStart('create', { startWorkflowOperation: start })
}

async function floorC(client: Client, clients: number, count: number): Promise<Measured> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await closedLoop(16, count, (index) => createFloor(client, ids[index] ?? ''))
  return closedLoop(clients, count, (index) =>
    client.workflow.getHandle(ids[index] ?? '').executeUpdate('command'),
  )
}

/** What one sale costs each process and the database, by difference over many. */
async function saleCosts(db: pg.Client, shop: Shop, client: Client): Promise<void> {
  const names = stack.processes.map(({ name }) => name)
  const cpu = () => names.map((name) => cpuMs(stack.process(name).pid ?? 0))
  const [cpuBefore, dbBefore] = [cpu(), await databaseCosts(db)]
  const toCompleted: number[] = []
  const paymentIds: string[] = []
  await closedLoop(32, COUNT, async () => {
    const begun = performance.now()
    paymentIds.push(await shop.completed(randomUUID()))
    toCompleted.push(performance.now() - begun)
  })
  const [cpuAfter, dbAfter] = [cpu(), await databaseCosts(db)]
  toCompleted.sort((a, b) => a - b)
  const quantile = (share: number) => toCompleted[Math.floor(toCompleted.length * share)] ?? NaN
  print('A sale until COMPLETED, 32 clients (ms)', [
    { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
  ])
  print(
    'CPU ms per sale',
    names.map((name, index) => ({
      process: name,
      ms: ((cpuAfter[index] ?? 0) - (cpuBefore[index] ?? 0)) / COUNT,
    })),
  )
  const history = await client.workflow.getHandle(`pay/${paymentIds[0] ?? ''}`).describe()
  print('Stored per sale', [
    {
      'history events': history.historyLength,
      'Postgres transactions': (dbAfter.transactions - dbBefore.transactions) / COUNT,
      'table bytes': (dbAfter.tableBytes - dbBefore.tableBytes) / COUNT,
      'WAL bytes': (dbAfter.walBytes - dbBefore.walBytes) / COUNT,
    },
  ])
}

function startFloorWorker(address: string, databaseUrl: string) {
  const script = fileURLToPath(new URL('./floor-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, address, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise<typeof child>((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error('the floor worker ended'))
    })
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('worker ready')) resolve(child)
    })
  })
}
