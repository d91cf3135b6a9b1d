import { createDbPool } from '../../src/postgres/db.ts'
import type { DbPool, DbPoolOptions } from '../../src/postgres/db.ts'

/**
 * The product gives up after a few seconds and is asked again. Nobody asks again for a test, and how long
 * its machine stood still is not what it is about.
 */
export const patience = {
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
}

/** The product's pool with a test's patience. */
export const openPool = (
  databaseUrl: string,
  options: Omit<Partial<DbPoolOptions>, 'databaseUrl'> = {},
): DbPool => createDbPool({ applicationName: 'test', ...patience, ...options, databaseUrl })
