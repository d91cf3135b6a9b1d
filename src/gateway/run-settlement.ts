import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { settlementWorkflowId } from '../domain/settlement.ts'
import type { SettlementResult, SettlementStart } from '../../workflows/settlement.ts'

const LONGEST_WAIT_MS = 10 * 60_000

export type SettlementRun =
  (SettlementResult & { state: 'done' }) | { batchId: string; state: 'running' }

/**
 * Closes the present batch now, or reads the report of an earlier one again, and waits until its
 * payments are settled. Asking for a batch that is under way joins it.
 */
export async function runSettlement(
  client: Pick<Client, 'workflow'>,
  batchId = newBatchId(),
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

const newBatchId = (): string => `now-${new Date().toISOString()}-${randomBytes(3).toString('hex')}`
