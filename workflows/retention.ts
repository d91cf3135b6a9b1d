import { continueAsNew, patched, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { HousekeepingActivities } from '../activities/housekeeping.ts'
import { options } from './options.ts'
import { authentic, refuseStart } from './receive.ts'

const { purgePastRetention, eraseOrphanedSecrets } = proxyActivities<HousekeepingActivities>(
  options.housekeeping,
)

export interface RetentionResult {
  purged: number
  erased: number
}

/** Once a day: what may no longer be kept goes, a little at a time. */
export async function retention(before?: number): Promise<RetentionResult> {
  const start = authentic(before)
  // It was once started with nothing at all, which anybody can do.
  if (start === undefined && patched('sealed-retention')) return refuseStart()
  let purged = start ?? 0
  for (let more = true; more;) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof retention>(purged)
    const batch = await purgePastRetention()
    purged += batch.purged
    more = batch.more
  }
  return { purged, erased: await eraseOrphanedSecrets() }
}
