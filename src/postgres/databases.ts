import { createDbPool } from './db.ts'
import type { DbPool, DbPoolOptions } from './db.ts'

/** What a process works with: the database, and the cards in it by a role of their own. */
export interface Databases {
  db: DbPool
  vaultDb: DbPool
  end(): Promise<void>
}

const VAULT_CONNECTIONS = 10

/** Where both addresses are the same, one pool serves both. */
export function openDatabases(
  { url, vaultUrl }: { url: string; vaultUrl: string },
  options: Omit<DbPoolOptions, 'databaseUrl'>,
): Databases {
  const db = createDbPool({ ...options, databaseUrl: url })
  if (url === vaultUrl) return { db, vaultDb: db, end: () => db.end() }
  const vaultDb = createDbPool({
    ...options,
    databaseUrl: vaultUrl,
    applicationName: `${options.applicationName}-vault`,
    maxConnections: Math.min(options.maxConnections ?? VAULT_CONNECTIONS, VAULT_CONNECTIONS),
  })
  return {
    db,
    vaultDb,
    end: async () => {
      await Promise.all([db.end(), vaultDb.end()])
    },
  }
}

/** As the database keeps it beside each step: the program, and its build where it has an id. */
export const programName = (program: string, buildId: string | undefined): string =>
  buildId === undefined ? program : `${program} ${buildId}`
