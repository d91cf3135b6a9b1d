import { NativeConnection } from '@temporalio/worker'
import type { Client } from '@temporalio/client'
import type { GatewayConfig } from '../src/settings/config.ts'
import { connectionOptionsOf, createTemporalClient } from '../src/gateway/temporal.ts'
import type { Log } from '../src/process/log.ts'
import { openDatabases, programName } from '../src/postgres/databases.ts'
import type { Databases } from '../src/postgres/databases.ts'
import { refuseSandboxData } from '../src/postgres/review/deployment.ts'
import { Refusals } from '../src/process/refusals.ts'
import { loadKeyRing } from '../src/vault/key-ring.ts'
import type { KeyRing } from '../src/vault/key-ring.ts'

/** What every process of the gateway stands on. */
export interface Ground {
  keyRing: KeyRing
  databases: Databases
  connection: NativeConnection
  temporal: Client
  onDatabaseError: (error: Error) => void
}

/**
 * Reaches keys, databases and Temporal, or says everything for which the process must not start.
 * The refusals of production stand here, once: whichever process is alone makes all of them.
 */
export async function connect(
  name: 'api' | 'worker',
  config: GatewayConfig,
  log: Log,
): Promise<Ground> {
  const production = config.environment === 'production'
  const refusals = new Refusals()
  const keyRing = await refusals.attempt(() => loadKeyRing(config.keysFile, { production }))
  const options = await refusals.attempt(() => connectionOptionsOf(config))
  const onDatabaseError = (error: Error) => {
    log.warn({ err: error }, 'database connection lost')
  }
  const databases = openDatabases(config.database, {
    applicationName: programName(`tollgate-${name}`, config.worker.buildId),
    maxConnections: 20,
    onError: onDatabaseError,
  })
  if (production) await refusals.attempt(() => refuseSandboxData(databases.db))
  if (refusals.any || !keyRing || !options) {
    await databases.end()
    throw refusals.asOne
  }
  const connection = await NativeConnection.connect(options)
  const temporal = createTemporalClient(keyRing, config, connection)
  return { keyRing, databases, connection, temporal, onDatabaseError }
}
