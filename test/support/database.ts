import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { DbPool } from '../../src/postgres/db.ts'
import { openPool } from './open-pool.ts'

export type DatabaseRole =
  | 'tollgate'
  | 'tollgate_app'
  | 'tollgate_vault'
  | 'tollgate_reader'
  | 'tollgate_portal'

/** The address of a migrated, empty database of its own; the caller drops it when done. */
export async function createDatabase(): Promise<{
  url: string
  as: (role: DatabaseRole) => string
  drop: () => Promise<void>
}> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Files are copied at half the cost of writing every page to the log.
  await onServer(`create database ${name} template tollgate_template strategy file_copy`)
  const url = inject('databaseUrl').replace(/\/tollgate$/, `/${name}`)
  return {
    url,
    as: (role) => url.replace('//tollgate:', `//${role}:`),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/**
 * A migrated, empty database for one test, dropped when the test ends. The pool is the owner's, so that
 * a test can look at and spoil anything, unless what is tested is what a role may do.
 */
export async function freshDatabase(
  role: DatabaseRole = 'tollgate',
): Promise<{ url: string; pool: DbPool; poolOf: (role: DatabaseRole) => DbPool }> {
  const { url, as: urlOf, drop } = await createDatabase()
  const pools: DbPool[] = []
  const poolOf = (as: DatabaseRole) => {
    const pool = openPool(urlOf(as))
    pools.push(pool)
    return pool
  }
  const pool = poolOf(role)
  onTestFinished(async () => {
    await Promise.all(pools.map((one) => one.end()))
    await drop()
  })
  return { url, pool, poolOf }
}

/** One connection for all tests of a process: to connect takes longer than to drop a database. */
let server: Promise<pg.Client> | undefined

async function onServer(sql: string): Promise<void> {
  server ??= connect()
  await (await server).query(sql)
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  client.on('error', () => (server = undefined))
  await client.connect()
  return client
}
