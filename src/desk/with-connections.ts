import type { Client } from '@temporalio/client'
import { CommandFailure, exitCodes } from './failure.ts'
import { readConfig } from '../settings/config.ts'
import type { DbPool } from '../postgres/db.ts'
import { CONNECT_AT_TERMINAL_MS } from '../postgres/db.ts'
import { openDatabases } from '../postgres/databases.ts'
import { loadKeyRing } from '../vault/key-ring.ts'

const STATEMENT_MS = 120_000

export interface Connections {
  db: DbPool
  /** By the role that may read cards; connects on first use. */
  vaultDb: DbPool
  /** Loaded and connected on first use: it takes longer than a question to the database. */
  temporal: () => Promise<Client>
}

/** Runs a command with what it reaches the gateway through, and closes it all afterwards. */
export async function withConnections<T>(
  run: (connections: Connections) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env, 'cli')
  const { db, vaultDb, end } = openDatabases(config.database, {
    applicationName: 'tollgate-cli',
    connectTimeoutMs: CONNECT_AT_TERMINAL_MS,
    statementTimeoutMs: STATEMENT_MS,
  })
  let client: Client | undefined
  const temporal = async (): Promise<Client> => {
    const { createTemporalClient } = await import('../gateway/temporal.ts')
    return (client ??= createTemporalClient(loadKeyRing(config.keysFile), config))
  }
  try {
    return await run({ db, vaultDb, temporal })
  } finally {
    await client?.connection.close()
    await end()
  }
}

/** For those who have many questions: a server that is away would be asked each, after the end too. */
export async function reached({ connection }: Client): Promise<void> {
  await connection.ensureConnected().catch((error: unknown) => {
    const message = 'Temporal does not answer at its address (TEMPORAL_ADDRESS)'
    throw new CommandFailure(message, exitCodes.unreachable, { cause: error })
  })
}
