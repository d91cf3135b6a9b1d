import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { DbPool } from '../../src/postgres/db.ts'
import { createDbPool } from '../../src/postgres/db.ts'

/** The address of a migrated, empty database of its own; the caller drops it when done. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template tollgate_template`)
  return {
    url: inject('databaseUrl').replace(/\/tollgate$/, `/${name}`),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

/** A migrated, empty database for one test, dropped when the test ends. */
export async function freshDatabase(): Promise<{ url: string; pool: DbPool }> {
  const { url, drop } = await createDatabase()
  const pool = createDbPool({ databaseUrl: url, applicationName: 'test' })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return { url, pool }
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
