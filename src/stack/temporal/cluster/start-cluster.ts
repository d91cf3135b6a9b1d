import { msToTs } from '@temporalio/common/lib/time.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { RETENTION_DAYS } from '../../../domain/search-attributes.ts'
import { codeOf, explainFailure, StackFailure } from '../../failure.ts'
import type { Environment } from '../../processes/managed-process.ts'
import type { Run } from '../../run.ts'
import { inStep } from '../../terminal.ts'
import { connectTemporal } from '../temporal-connection.ts'
import { temporalEnvironment } from '../temporal-environment.ts'
import { frontendOf, nodeProgram, placeNodes } from './nodes.ts'
import { findClusterPrograms } from './programs.ts'
import { makeStores } from './stores.ts'

const NAMESPACE = 'payments'
const ALREADY_EXISTS = '6'
const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000
const JOIN_MS = 90_000

/** Temporal as it runs in production: each service in a process of its own, on the stack's Postgres. */
export async function startCluster(run: Run, ownerUrl: string): Promise<Environment> {
  const { options, supervisor, terminal, secrets } = run
  const { server, sqlTool } = await findClusterPrograms(process.env, terminal)
  const { temporalPassword } = secrets
  const stores = await inStep(terminal, "Temporal's tables in Postgres", () =>
    makeStores(ownerUrl, temporalPassword, sqlTool),
  )
  const placed = await placeNodes()
  const frontend = frontendOf(placed)
  const surroundings = { server, stores, frontend, home: options.home }
  // One after another: nodes that join a ring at the same moment may not see each other.
  for (const node of placed)
    await inStep(terminal, `Temporal node ${node.name} at ${node.host}`, () =>
      supervisor.start(nodeProgram(node, surroundings)),
    )
  const env = temporalEnvironment(options.home, frontend, NAMESPACE)
  await inStep(terminal, `Temporal namespace ${NAMESPACE}`, () => makeNamespace(env))
  return env
}

/** The frontend answers before it knows the other nodes: it is asked again until it can write. */
async function makeNamespace(env: Environment): Promise<void> {
  const giveUpAt = Date.now() + JOIN_MS
  for (;;) {
    try {
      return await registerNamespace(env)
    } catch (error) {
      if (codeOf(error) === ALREADY_EXISTS) return
      if (Date.now() > giveUpAt)
        throw new StackFailure(`The nodes of Temporal do not join: ${explainFailure(error)}`)
      await sleep(500)
    }
  }
}

async function registerNamespace(env: Environment): Promise<void> {
  const { connection } = await connectTemporal(env)
  try {
    await connection.withDeadline(Date.now() + 10_000, () =>
      connection.workflowService.registerNamespace({
        namespace: NAMESPACE,
        workflowExecutionRetentionPeriod: msToTs(RETENTION_MS),
      }),
    )
  } finally {
    await connection.close()
  }
}
