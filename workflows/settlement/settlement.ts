import {
  continueAsNew,
  ParentClosePolicy,
  patched,
  proxyActivities,
  setCurrentDetails,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow'
import type { SettlementActivities } from '../../activities/settlement/settlement.ts'
import { batchIdOf, toldWorkflowId } from '../../src/domain/settlement/settlement.ts'
import { options } from '../options.ts'
import { authentic, refuseStart } from '../receive.ts'
import { settlementTold } from './settlement-told.ts'

const LINES_PER_RUN = 2_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 5 * 60_000

const { openBatch, closeBatch, settlePage, finishBatch } = proxyActivities<SettlementActivities>(
  options.settlement,
)

export type SettlementResult = Awaited<ReturnType<SettlementActivities['finishBatch']>>

/** Says no more than that one of us has started it: it is sealed like every payload. */
export interface SettlementStart {
  by: 'schedule' | 'operator'
}

/** How far the run before has come. */
export interface SettlementProgress {
  total: number
  after: number
}

/**
 * Closes a batch at the acquirer and settles every payment that its report names, page by page. The
 * batch is named by the workflow's id, so that the schedule and a run by hand start the same thing.
 */
export async function settlement(
  given?: SettlementStart | SettlementProgress,
): Promise<SettlementResult> {
  const start = authentic(given)
  // It was once started with nothing at all, which anybody can do.
  if (start === undefined && patched('sealed-settlement')) return refuseStart()
  const batchId = batchIdOf(workflowInfo().workflowId)
  const { total, after: first } = start && 'total' in start ? start : await begin(batchId)
  let after = first
  while (after < total) {
    if (after - first >= LINES_PER_RUN) await continueAsNew<typeof settlement>({ total, after })
    setCurrentDetails(`Line ${after} of ${total}`)
    const { last, lines } = await settlePage(batchId, after)
    if (lines === 0) break
    after = last
  }
  const report = await finishBatch(batchId)
  setCurrentDetails(`${report.settled} settled, ${report.differences} differences`)
  if (patched('settlement-told') && report.settled > 0) await signalPayments(report)
  return report
}

async function begin(batchId: string): Promise<SettlementProgress> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const other = await openBatch(batchId)
    if (!other) break
    setCurrentDetails(`Waits for ${other}: one batch at a time`)
    await sleep(pauseMs)
  }
  const { total } = await closeBatch(batchId)
  return { total, after: 0 }
}

/** It goes on after us, at its own pace; telling a batch that is being told joins it. */
async function signalPayments({ batchId }: SettlementResult): Promise<void> {
  try {
    await startChild(settlementTold, {
      workflowId: toldWorkflowId(batchId),
      args: [{ batchId, after: 0 }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
    })
  } catch (error) {
    if ((error as Error).name !== 'WorkflowExecutionAlreadyStartedError') throw error
  }
}
