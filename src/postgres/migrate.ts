import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Connection } from './connection.ts'

/**
 * Brings the database to the newest schema; any number of processes may do so at once. Returns the
 * names of what was applied now.
 */
export async function migrate(
  databaseUrl: string,
  folder: string = MIGRATIONS_FOLDER,
  functionsFolder: string = FUNCTIONS_FOLDER,
): Promise<string[]> {
  const files = await readMigrations(folder)
  const newest = files.findLast(({ text }) => FUNCTIONS_MARK.test(text))
  const client = new Connection({
    connectionString: databaseUrl,
    application_name: 'tollgate-migrate',
    connectionTimeoutMillis: 10_000,
    lock_timeout: 10_000,
  })
  await client.connect()
  try {
    await takeLock(client)
    await client.query(CREATE_LEDGER)
    const applied = await readApplied(client)
    refuseHistoryChanges(files, applied)
    const missing = files.filter(({ name }) => !applied.has(name))
    for (const file of missing)
      await apply(client, file, file === newest ? await readFunctions(functionsFolder) : '')
    if (missing.length > 0 || (await lacksRights(client))) await grantRights(client)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

interface Migration {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** Functions that were redefined over the migrations: each stands there whole, as it is now. */
const FUNCTIONS_FOLDER = fileURLToPath(new URL('./functions', import.meta.url))
/** A migration with this line puts them all, so that a version that is older never puts its own back. */
const FUNCTIONS_MARK = /^-- functions: [0-9a-f]{64}$/m
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/
const LOCK_KEY = 7_305_116_011
const LOCK_TIMEOUT_MS = 120_000
const CREATE_LEDGER = `
  create table if not exists schema_migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    if (!FILE_NAME.test(name)) throw new Error(`migration ${name} should be NNNN-<words>.sql`)
    const before = names[index - 1]
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`migrations ${before} and ${name} have the same number`)
    }
  }
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readFunctions(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort()
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  return texts.join('\n')
}

// Polled, because a waiter inside pg_advisory_lock holds a snapshot that deadlocks with
// `create index concurrently` of the process that holds the lock.
async function takeLock(client: Connection): Promise<void> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  while (Date.now() < deadline) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1::bigint) as taken',
      [LOCK_KEY],
    )
    if (rows[0]?.taken) return
    await sleep(100)
  }
  throw new Error(`another process has been migrating for ${String(LOCK_TIMEOUT_MS / 1_000)} s`)
}

async function readApplied(client: Connection): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function refuseHistoryChanges(
  files: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): void {
  const known = new Map(files.map((file) => [file.name, file.sha256]))
  for (const [name, sha256] of applied) {
    if (!known.has(name)) throw new Error(`the database has migration ${name}, this version not`)
    if (known.get(name) !== sha256) {
      throw new Error(`migration ${name} was edited after it had been applied`)
    }
  }
  const newest = [...applied.keys()].sort().at(-1) ?? ''
  const late = files.find((file) => file.name < newest && !applied.has(file.name))
  if (late) throw new Error(`migration ${late.name} comes before ${newest}, which is applied`)
}

async function apply(client: Connection, file: Migration, functions: string): Promise<void> {
  const record = () =>
    client.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      file.name,
      file.sha256,
    ])
  try {
    if (file.text.startsWith('-- no-transaction')) {
      for (const command of file.text.split(/;\s*$/m)) {
        if (command.trim() !== '') await client.query(command)
      }
      await record()
      return
    }
    await client.query('begin')
    await client.query(file.text)
    await client.query(functions)
    await record()
    await client.query('commit')
  } catch (error) {
    throw new Error(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Roles that were made after the last migration have no rights yet. */
async function lacksRights(client: Connection): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = 'tollgate_app'
        and not has_table_privilege(oid, to_regclass('journal'), 'insert')`,
  )
  return rowCount !== 0
}

/** What each role may do is said by a function of the database, which migrations can replace. */
async function grantRights(client: Connection): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regprocedure('grant_rights()') is not null as known`,
  )
  if (rows[0]?.known) await client.query('select grant_rights()')
}
