import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { SettlementActivities } from '../../activities/settlement/settlement.ts'
import { options } from '../options.ts'
import { authentic, refuseStart } from '../receive.ts'

const LINES_PER_RUN = 2_000

const { tellPage } = proxyActivities<SettlementActivities>(options.settlement)

export interface ToldStart {
  batchId: string
  after: number
}

/** After a batch: each settled payment reads its new line, and so tells its merchant. */
export async function settlementTold(given?: ToldStart): Promise<void> {
  const start = authentic(given)
  if (start === undefined) return refuseStart()
  const { batchId } = start
  for (let { after } = start; ;) {
    if (after - start.after >= LINES_PER_RUN)
      await continueAsNew<typeof settlementTold>({ batchId, after })
    setCurrentDetails(`Told up to line ${after}`)
    const { last, lines } = await tellPage(batchId, after)
    if (lines === 0) return
    after = last
  }
}
