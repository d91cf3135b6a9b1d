import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/postgres/migrate.ts'
import { openDatabaseRoles } from '../../src/stack/postgres/database-roles.ts'
import { loadSandboxBins } from '../../src/stack/load-sandbox-bins.ts'
import { stopWhenEnded } from './ended-from-outside.ts'
import { startPostgresServer } from './postgres-server.ts'
import { openPool } from './open-pool.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The maintenance database of the test server; tests use `freshDatabase()`. */
    databaseUrl: string
  }
}

/** One server for the whole run, with a migrated template that databases are copied from. */
export default async function databaseSetup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  stopWhenEnded(() => server.stop())
  try {
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    await client.query('create database tollgate_template')
    await client.end()
    const template = server.databaseUrl.replace(/\/tollgate$/, '/tollgate_template')
    await openDatabaseRoles(template, {
      application: 'test',
      vault: 'test',
      reader: 'test',
      portal: 'test',
    })
    await migrate(template)
    const pool = openPool(template)
    await loadSandboxBins(pool)
    // A database with connections cannot be copied.
    await pool.end()
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseUrl', server.databaseUrl)
  return () => server.stop()
}
