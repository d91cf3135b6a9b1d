import { workflowInfo as trueInfo } from '@temporalio/workflow/lib/index.js'
import type { WorkflowInfo } from '@temporalio/workflow/lib/index.js'

// In the bundle of a replay this stands for the SDK, as far as workflow code knows it.
export * from '@temporalio/workflow/lib/index.js'

const ANOTHER_DAY_MS = 400 * 86_400_000

/** Replaced in the bundle of a run that is to pass for a first one. */
const mark: string = 'tollgate/as-it-is'

/**
 * What workflow code is told about its run. The engine itself is not deceived: patches and its own
 * flags go by what is so.
 */
export function workflowInfo(): WorkflowInfo {
  const info = trueInfo()
  if (mark.endsWith('as-it-is')) return info
  const { now } = info.unsafe
  return {
    ...info,
    unsafe: {
      ...info.unsafe,
      isReplaying: false,
      isReplayingHistoryEvents: false,
      now: () => now() + ANOTHER_DAY_MS,
    },
  }
}
