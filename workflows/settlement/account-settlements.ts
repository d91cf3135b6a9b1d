import {
  continueAsNew,
  executeChild,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow'
import type { SettlementActivities } from '../../activities/settlement/settlement.ts'
import type { AccountsWanted } from '../../activities/settlement/account-batches.ts'
import { settlementWorkflowId } from '../../src/domain/settlement/settlement.ts'
import { options } from '../options.ts'
import { authentic, refuseStart } from '../receive.ts'
import { settlement } from './settlement.ts'
import type { SettlementResult, SettlementStart } from './settlement.ts'
import { present } from '../../src/domain/present.ts'

const BATCHES_PER_RUN = 200
const AT_ONCE = 5

const { findAccountBatches } = proxyActivities<SettlementActivities>(options.settlement)

export interface AccountSettlementsStart extends SettlementStart {
  /** Absent: of all accounts of all merchants. */
  only?: NonNullable<AccountsWanted['only']>
  /** What the run before has left. */
  rest?: string[]
}

export type AccountSettlement = SettlementResult | { batchId: string; state: 'running' | 'failed' }

/**
 * Reads what providers have paid to merchants' own accounts: each payout is a batch of its own, under its
 * own name, so that none is read twice however often this runs.
 */
export async function accountSettlements(
  given?: AccountSettlementsStart,
): Promise<AccountSettlement[]> {
  const start = authentic(given)
  if (start === undefined) return refuseStart()
  const batchIds = start.rest ?? (await find(start))
  const done: AccountSettlement[] = []
  while (batchIds.length > 0) {
    if (done.length >= BATCHES_PER_RUN)
      await continueAsNew<typeof accountSettlements>({ ...start, rest: batchIds })
    setCurrentDetails(`${done.length} read, ${batchIds.length} to go`)
    done.push(...(await Promise.all(batchIds.splice(0, AT_ONCE).map((id) => settle(id, start)))))
  }
  setCurrentDetails(`${done.length} read`)
  return done
}

function find({ by, only }: AccountSettlementsStart): Promise<string[]> {
  const at = Date.now()
  const day = new Date(at).toISOString()
  const name = by === 'schedule' ? `daily-${day.slice(0, 10)}` : `now-${day}`
  return findAccountBatches({ at, name, ...present({ only }) })
}

/** One batch that fails, or that somebody else is reading, holds up no other. */
async function settle(
  batchId: string,
  { by }: AccountSettlementsStart,
): Promise<AccountSettlement> {
  try {
    return await executeChild(settlement, {
      workflowId: settlementWorkflowId(batchId),
      args: [{ by }],
      taskQueue: workflowInfo().taskQueue,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    })
  } catch (error) {
    const isUnderWay = (error as Error).name === 'WorkflowExecutionAlreadyStartedError'
    return { batchId, state: isUnderWay ? 'running' : 'failed' }
  }
}
