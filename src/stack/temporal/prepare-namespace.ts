import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js'
import { RETENTION_DAYS } from '../../domain/search-attributes.ts'
import type { searchAttributeNames } from '../../domain/search-attributes.ts'
import { codeOf, explainFailure, StackFailure } from '../failure.ts'

const KEYWORD = 2
const INT = 3
const DATETIME = 6

/** What operators search payments by; workflows set them. */
export const searchAttributes: Readonly<Record<(typeof searchAttributeNames)[number], number>> = {
  PaymentStatus: KEYWORD,
  MerchantId: KEYWORD,
  Method: KEYWORD,
  Currency: KEYWORD,
  RejectCode: KEYWORD,
  Organization: KEYWORD,
  Provider: KEYWORD,
  AmountMinor: INT,
  NextDueAt: DATETIME,
}

const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1000
const CALL_TIMEOUT_MS = 10_000
const VISIBLE_TIMEOUT_MS = 15_000

/**
 * Gives a namespace our search attributes and retention; doing it again changes nothing.
 * Returns warnings: a server that refuses (Temporal Cloud) has been set up by its owner.
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
): Promise<string[]> {
  await requireNamespace(connection, namespace)
  const steps: [string, () => Promise<void>][] = [
    ['search attributes could not be added', () => addSearchAttributes(connection, namespace)],
    ['retention could not be set to 90 days', () => setRetention(connection, namespace)],
  ]
  const warnings: string[] = []
  for (const [problem, run] of steps) {
    await run().catch((error: unknown) => {
      warnings.push(`Temporal namespace ${namespace}: ${problem} (${explainFailure(error)})`)
    })
  }
  return warnings
}

async function requireNamespace(connection: Connection, namespace: string): Promise<void> {
  const giveUpAt = Date.now() + VISIBLE_TIMEOUT_MS
  for (;;) {
    try {
      await call(connection, () => connection.workflowService.describeNamespace({ namespace }))
      return
    } catch (error) {
      // A server that has just begun to listen may not have made its namespace yet.
      if (codeOf(error) !== NOT_FOUND || Date.now() > giveUpAt) throw asFailure(error, namespace)
      await sleep(100)
    }
  }
}

const NOT_FOUND = '5'
const ALREADY_EXISTS = '6'

async function addSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const { operatorService } = connection
  const listed = await call(connection, () => operatorService.listSearchAttributes({ namespace }))
  const missing = Object.entries(searchAttributes).filter(
    ([name]) => !listed.customAttributes[name],
  )
  if (missing.length > 0) {
    await call(connection, () =>
      operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing),
      }),
    ).catch((error: unknown) => {
      if (codeOf(error) !== ALREADY_EXISTS) throw error
    })
  }
  await untilSearchable(connection, namespace)
}

/** The server reads its own settings with a delay; a payment started too early would be refused. */
async function untilSearchable(connection: Connection, namespace: string): Promise<void> {
  const query = Object.entries(searchAttributes)
    .map(([name]) => `${name} is null`)
    .join(' and ')
  const giveUpAt = Date.now() + VISIBLE_TIMEOUT_MS
  for (;;) {
    try {
      const { workflowService } = connection
      await call(connection, () => workflowService.countWorkflowExecutions({ namespace, query }))
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await sleep(100)
    }
  }
}

async function setRetention(connection: Connection, namespace: string): Promise<void> {
  const { workflowService } = connection
  const { config } = await call(connection, () => workflowService.describeNamespace({ namespace }))
  const presentMs = tsToMs(config?.workflowExecutionRetentionTtl)
  if (presentMs >= RETENTION_MS) return
  await call(connection, () =>
    workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(RETENTION_MS) },
    }),
  )
}

async function call<Answer>(connection: Connection, run: () => Promise<Answer>): Promise<Answer> {
  return connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, run)
}

function asFailure(error: unknown, namespace: string): StackFailure {
  if (codeOf(error) !== NOT_FOUND) {
    return new StackFailure(`Temporal does not answer: ${explainFailure(error)}`)
  }
  return new StackFailure(
    `The Temporal server has no namespace ${namespace}: create it with ` +
      `"temporal operator namespace create --namespace ${namespace}" or set TEMPORAL_NAMESPACE.`,
  )
}
