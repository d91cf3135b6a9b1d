import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { embedPostgres } from '../../../src/stack/postgres/embedded-postgres.ts'
import { choosePort } from '../../support/choose-port.ts'
import { Supervisor } from '../../../src/stack/processes/supervisor.ts'
import { silentTerminal } from '../../../src/stack/terminal.ts'
import { temporaryHome } from '../temporary-home.ts'

const isRoot = process.getuid?.() === 0
const password = 'a-password-of-this-test'

test('what was committed survives kill -9 and a second start', { timeout: 300_000 }, async () => {
  const home = temporaryHome()
  const first = await start(home)
  await query(first.url, 'create table kept (id int); insert into kept values (1)')
  const server = first.supervisor.process('postgres')
  await server.kill('SIGKILL')
  await server.whenReady()
  await query(first.url, 'insert into kept values (2)')
  await first.supervisor.stop()

  const second = await start(home)
  expect(await query(second.url, 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }])
  expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  await expect(query(second.url.replace(password, 'wrong'), 'select 1')).rejects.toThrow('password')
})

test(
  'a server whose parent was killed is ended by the next start',
  { timeout: 300_000 },
  async () => {
    const home = temporaryHome()
    const orphan = await start(home)
    orphan.supervisor.process('postgres').autoRestart = false
    const successor = await start(home)
    expect(await query(successor.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(orphan.supervisor.process('postgres').state).toBe('down')
  },
)

test(
  'a pid file that names a stranger does not block the start',
  { timeout: 300_000 },
  async () => {
    const home = temporaryHome()
    const first = await start(home)
    await first.supervisor.stop()
    writeFileSync(join(home, 'postgres/postmaster.pid'), `${process.pid}\n`)
    const second = await start(home)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(isRoot)(
  'as root it runs as another user, even where that user may not go',
  { timeout: 300_000 },
  async () => {
    const closed = join(temporaryHome(), 'closed')
    const home = join(closed, 'home')
    mkdirSync(home, { recursive: true })
    chmodSync(closed, 0o700)
    const { url } = await start(home)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(home, 'postgres')).uid).not.toBe(0)
  },
)

test('an interrupted initialisation is begun anew', { timeout: 300_000 }, async () => {
  const home = temporaryHome()
  mkdirSync(join(home, 'postgres.new'))
  writeFileSync(join(home, 'postgres.new/PG_VERSION'), '18\n')
  const { url } = await start(home)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(join(home, 'postgres.new'))).toBe(false)
})

async function start(home: string) {
  const port = await choosePort()
  const options = { home, terminal: silentTerminal, autoRestart: true, verbose: false }
  const supervisor = new Supervisor(options)
  onTestFinished(() => supervisor.stop())
  const postgres = await embedPostgres({ home, port, password })
  await supervisor.start(postgres.spec)
  return { supervisor, url: postgres.url }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
