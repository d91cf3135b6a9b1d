import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as dial } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, one } from '../../src/postgres/db.ts'
import { embedPostgres } from '../../src/stack/postgres/embedded-postgres.ts'
import { choosePort } from '../support/choose-port.ts'
import { startWorking } from './storm/start-working.ts'
import { openPool } from '../support/open-pool.ts'

const TIMEOUT_MS = 180_000
const home = mkdtempSync(join(tmpdir(), 'tollgate-failover-'))
chmodSync(home, 0o755)
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

type Server = Awaited<ReturnType<typeof createServerOf>>

/** A server that `pg_ctl` starts, stops and promotes, as on a machine of its own. */
async function createServerOf(name: string) {
  const port = await choosePort()
  const place = join(home, name)
  mkdirSync(place, { recursive: true })
  const { spec, url } = await embedPostgres({ home: place, port, password: 'test' })
  const data = join(place, 'postgres')
  const { uid, gid } = spec
  const pgCtl = (...args: string[]) =>
    promisify(execFile)(join(dirname(spec.command), 'pg_ctl'), ['-D', data, '-w', ...args], {
      cwd: data,
      env: spec.env,
      timeout: 60_000,
      ...(uid !== undefined && gid !== undefined && { uid, gid }),
    })
  const options = spec.args.slice(2).join(' ')
  return {
    port,
    data,
    url,
    pgCtl,
    start: () => pgCtl('-o', options, '-l', join(data, 'log'), 'start'),
    restart: () => pgCtl('-o', options, '-l', join(data, 'log'), '-m', 'fast', 'restart'),
  }
}

async function untilDatabase({ url }: Server): Promise<void> {
  const pool = openPool(url.replace(/tollgate$/, 'postgres'))
  await execute(pool, 'create database tollgate')
  await pool.end()
}

let primary: Server
let standby: Server
let address: { url: string; moveTo(server: Server): void; close(): void }
beforeAll(async () => {
  primary = await createServerOf('primary')
  await primary.start()
  await untilDatabase(primary)
  await primary.pgCtl('-m', 'fast', 'stop')
  standby = await createStandby(primary)
  await primary.start()
  await standby.start()
  address = await openAddress(primary)
}, TIMEOUT_MS)
afterAll(async () => {
  address.close()
  for (const server of [primary, standby])
    await server.pgCtl('-m', 'immediate', 'stop').catch(() => undefined)
})

/** A copy of the stopped primary that follows it from then on. */
async function createStandby(of: Server): Promise<Server> {
  const made = await createServerOf('standby')
  rmSync(made.data, { recursive: true })
  await promisify(execFile)('cp', ['-a', of.data, made.data])
  const source = `host=127.0.0.1 port=${String(of.port)} user=tollgate password=test`
  writeFileSync(join(made.data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  cpSync(join(made.data, 'PG_VERSION'), join(made.data, 'standby.signal'))
  await promisify(execFile)('chown', ['--reference', made.data, join(made.data, 'standby.signal')])
  return made
}

/** One address for whoever leads, as a balancer or a name gives it. */
async function openAddress(first: Server) {
  let leader = first
  const server = createServer((client) => {
    const upstream = dial(leader.port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: first.url.replace(`:${String(first.port)}/`, `:${String(port)}/`),
    moveTo: (next: Server) => (leader = next),
    close: () => server.close(),
  }
}

test(
  'a restart of Postgres under load (pg_ctl restart -m fast) ends no process; all goes on',
  async () => {
    const working = await startWorking(address.url)
    await working.answersMore()
    await primary.restart()
    await working.answersMore()
    expect(await working.end()).toMatchObject({ strange: [], heard: true, code: 0 })
  },
  TIMEOUT_MS,
)

test(
  'a failover to a standby under load ends no process; what was committed is there, and all goes on',
  async () => {
    const before = openPool(primary.url)
    await execute(before, 'create table kept as select 42 as n')
    await expect
      .poll(async () => (await one<{ n: number }>(before, LAG)).n, { timeout: 30_000 })
      .toBe(0)
    await before.end()
    const working = await startWorking(address.url)
    await working.answersMore()
    await primary.pgCtl('-m', 'immediate', 'stop')
    await standby.pgCtl('promote')
    address.moveTo(standby)
    await working.answersMore()
    expect(await working.end()).toMatchObject({ strange: [], heard: true, code: 0 })
    const after = openPool(address.url)
    expect(await one(after, 'select n from kept')).toEqual({ n: 42 })
    await after.end()
  },
  TIMEOUT_MS,
)

const LAG = `select coalesce(max(pg_current_wal_lsn() - replay_lsn), 1)::int as n from pg_stat_replication`
