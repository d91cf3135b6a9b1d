import { Connection } from '@temporalio/client'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import type { Environment } from '../processes/managed-process.ts'

export interface TemporalConnection {
  connection: Connection
  namespace: string
}

/** Connects as the processes will: by the TEMPORAL_* variables they get. */
export async function connectTemporal(
  env: Environment,
  timeoutMs = 5000,
): Promise<TemporalConnection> {
  const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: { ...env } })
  const connection = await Connection.connect({
    ...(connectionOptions as Parameters<typeof Connection.connect>[0]),
    connectTimeout: timeoutMs,
  })
  return { connection, namespace: namespace ?? 'default' }
}
