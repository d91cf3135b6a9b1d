import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { settlementWorkflowId } from '../domain/settlement/settlement.ts'
import { batchIdFor, settlingProviders } from '../domain/settlement/settling-provider.ts'
import type { SettlementResult, SettlementStart } from '../../workflows/settlement.ts'

const LONGEST_WAIT_MS = 10 * 60_000

export type SettlementRun =
  (SettlementResult & { state: 'done' }) | { batchId: string; state: 'running' }

/** What the batches of several providers come to together; named by the first, which is the acquirer's. */
export interface SettlementRuns {
  batchId: string
  state: SettlementRun['state']
  lines: number
  settled: number
  differences: number
  batches: SettlementRun[]
}

/** Closes the present batch of every provider of the installation, or of one; they run side by side. */
export async function runSettlements(
  client: Pick<Client, 'workflow'>,
  providers: readonly string[] = settlingProviders,
): Promise<SettlementRuns> {
  const name = newBatchName()
  const batchIds = providers.map((provider) => batchIdFor(provider, name))
  const batches = await Promise.all(batchIds.map((batchId) => runSettlement(client, batchId)))
  const sum = (member: 'lines' | 'settled' | 'differences') =>
    batches.reduce((total, run) => total + (run.state === 'done' ? run[member] : 0), 0)
  return {
    batchId: batchIds[0] ?? name,
    state: batches.every(({ state }) => state === 'done') ? 'done' : 'running',
    lines: sum('lines'),
    settled: sum('settled'),
    differences: sum('differences'),
    batches,
  }
}

/**
 * Closes a batch now, or reads the report of an earlier one again, and waits until its payments are
 * settled. Asking for a batch that is under way joins it.
 */
export async function runSettlement(
  client: Pick<Client, 'workflow'>,
  batchId: string,
  waitMs = LONGEST_WAIT_MS,
): Promise<SettlementRun> {
  const handle = await client.workflow.start('settlement', {
    workflowId: settlementWorkflowId(batchId),
    taskQueue: 'payments',
    args: [{ by: 'operator' } satisfies SettlementStart],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: `Settlement batch ${batchId}`,
  })
  const stop = new AbortController()
  const tooLate = sleep(waitMs, undefined, { signal: stop.signal, ref: false })
  try {
    const report = await Promise.race([handle.result() as Promise<SettlementResult>, tooLate])
    return report ? { ...report, state: 'done' } : { batchId, state: 'running' }
  } finally {
    stop.abort()
    tooLate.catch(() => undefined)
  }
}

const newBatchName = (): string =>
  `now-${new Date().toISOString()}-${randomBytes(3).toString('hex')}`
