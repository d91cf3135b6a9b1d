import type { DatabaseUrls } from '../postgres/database-roles.ts'
import { startCluster } from './cluster/start-cluster.ts'
import { explainFailure, StackFailure } from '../failure.ts'
import { findTemporal } from './find-temporal.ts'
import type { Environment } from '../processes/managed-process.ts'
import { prepareNamespace } from './prepare-namespace.ts'
import { serveReadOnlyUi } from './read-only-ui.ts'
import { listening, localUrl } from '../run.ts'
import type { Run } from '../run.ts'
import { connectTemporal } from './temporal-connection.ts'
import { temporalServer } from './temporal-server.ts'
import { inStep } from '../terminal.ts'
import type { Terminal } from '../terminal.ts'

export interface Temporal {
  address: string
  namespace: string
  uiUrl: string
  /** Of a server of our own. */
  metricsUrl?: string
  /** The TEMPORAL_* variables that lead there. */
  env: Environment
}

/** A server or a cluster of our own, or what the options name, with its namespace prepared. */
export async function startTemporal(run: Run, { owner }: DatabaseUrls): Promise<Temporal> {
  const { options, supervisor, terminal, ports, reservations } = run
  const choice = options.temporal ?? 'own'
  if (choice === 'cluster') return prepare(await startCluster(run, owner), '', terminal)
  if (choice !== 'own') {
    return inStep(terminal, 'Temporal', () => prepare(choice.env, choice.uiUrl ?? '', terminal))
  }
  const binary = await findTemporal(process.env, terminal)
  return inStep(terminal, 'Temporal', async () => {
    const uiPort = await reservations.reserve(undefined)
    const server = temporalServer({
      binary,
      home: options.home,
      operatorUrl: localUrl(ports.operator),
      port: ports.temporal,
      uiPort,
      metricsPort: ports.temporalMetrics,
    })
    const { temporal, temporalUi, temporalMetrics } = ports
    await supervisor.start(listening(run, server.spec, temporal, uiPort, temporalMetrics))
    await reservations.handOver(temporalUi)
    const prepared = await prepare(server.env, localUrl(temporalUi), terminal)
    const ui = await serveReadOnlyUi(temporalUi, uiPort, prepared.namespace)
    supervisor.onStop(() => ui.close().closeAllConnections())
    return { ...prepared, metricsUrl: `${localUrl(temporalMetrics)}/metrics` }
  })
}

async function prepare(env: Environment, uiUrl: string, terminal: Terminal): Promise<Temporal> {
  const address = env['TEMPORAL_ADDRESS'] ?? ''
  const { connection, namespace } = await connectTemporal(env).catch((error: unknown) => {
    throw new StackFailure(
      `The Temporal server at ${address} does not answer (${explainFailure(error)}): ` +
        'start it, or unset TEMPORAL_ADDRESS to use one of our own.',
    )
  })
  try {
    const warnings = await prepareNamespace(connection, namespace)
    for (const warning of warnings) terminal.warn(warning)
  } finally {
    await connection.close()
  }
  return { address, namespace, uiUrl, env }
}
