import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { HousekeepingActivities } from '../activities/housekeeping.ts'
import { options } from './options.ts'

const { purgePastRetention, eraseOrphanedSecrets } = proxyActivities<HousekeepingActivities>(
  options.housekeeping,
)

export interface RetentionResult {
  purged: number
  erased: number
}

/** Once a day: what may no longer be kept goes, a little at a time. */
export async function retention(before = 0): Promise<RetentionResult> {
  let purged = before
  for (let more = true; more;) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof retention>(purged)
    const batch = await purgePastRetention()
    purged += batch.purged
    more = batch.more
  }
  return { purged, erased: await eraseOrphanedSecrets() }
}
