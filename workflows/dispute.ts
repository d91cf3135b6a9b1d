import { proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow'
import type { RecordActivities } from '../activities/record.ts'
import { summaryOfCommit } from '../src/domain/actor/summary-of-commit.ts'
import { apply } from '../src/domain/dispute/apply.ts'
import { callRequestOf } from '../src/domain/dispute/call-request.ts'
import { deadlines, finished } from '../src/domain/dispute/deadlines.ts'
import { decide } from '../src/domain/dispute/decide.ts'
import type { Dispute } from '../src/domain/dispute/dispute.ts'
import { effects } from '../src/domain/dispute/effects.ts'
import type { DisputeEvent } from '../src/domain/dispute/events.ts'
import type { Behaviour } from './actor.ts'
import { runActor } from './actor.ts'
import { describeDispute } from './shown/describe-dispute.ts'
import { options, summarized } from './options.ts'
import { beginCall, performCall } from './perform-call.ts'
import { disputeAttributes } from './search-attributes.ts'
import { showStanding } from './shown/show-standing.ts'
import { disputeSignals } from './signals.ts'
import type { Start } from './start.ts'

const { holdDispute } = proxyLocalActivities<RecordActivities>(options.record)

const committing = (summary: string) =>
  proxyLocalActivities<RecordActivities>(summarized(options.record, summary))

/** A dispute, from the first word of it until its provider and its money have come to an end. */
export async function dispute(start: Start<Dispute>): Promise<void> {
  await runActor(behaviour, start)
}

const behaviour: Behaviour<Dispute, DisputeEvent> = {
  decide,
  apply: (state, entry) => apply(state, entry).dispute,
  effects,
  deadlines,
  finished,
  signals: disputeSignals,
  record: (disputeId, before, message, attempt) =>
    committing(summaryOfCommit(before, message, attempt.decision)).recordDispute({
      disputeId,
      before,
      message,
      ...attempt,
    }),
  hold: holdDispute,
  call: (state, call, shape) => performCall(callRequestOf(state, call), shape),
  beginCall: (state, call, shape) => beginCall(callRequestOf(state, call), shape),
  committed: (dispute, shape) => {
    setCurrentDetails(describeDispute(dispute))
    showStanding(disputeAttributes(dispute), shape)
  },
}
