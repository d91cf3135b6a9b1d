import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/postgres/migrate.ts'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The maintenance database of the test server; tests use `freshDatabase()`. */
    databaseUrl: string
  }
}

/** One server for the whole run, with a migrated template that databases are copied from. */
export default async function databaseSetup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  try {
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    await client.query('create database tollgate_template')
    await client.end()
    await migrate(server.databaseUrl.replace(/\/tollgate$/, '/tollgate_template'))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseUrl', server.databaseUrl)
  return () => server.stop()
}
