import { proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow'
import type { RecordActivities } from '../activities/record.ts'
import { apply } from '../src/domain/tokenization/apply.ts'
import { callRequestOf } from '../src/domain/tokenization/call-request.ts'
import { deadlines, finished } from '../src/domain/tokenization/deadlines.ts'
import { decide } from '../src/domain/tokenization/decide/index.ts'
import { effects } from '../src/domain/tokenization/effects.ts'
import type { TokenizationEvent } from '../src/domain/tokenization/events.ts'
import type { Tokenization } from '../src/domain/tokenization/tokenization.ts'
import type { Behaviour } from './actor.ts'
import { runActor } from './actor.ts'
import { describeTokenization } from './shown/describe-tokenization.ts'
import { options, summarized } from './options.ts'
import { beginCall, performCall } from './perform-call.ts'
import type { Start } from './start.ts'
import { tokenizationAttributes } from './search-attributes.ts'
import { showStanding } from './shown/show-standing.ts'
import { tokenizationSignals } from './signals.ts'
import { summaryOfCommit } from '../src/domain/actor/summary-of-commit.ts'

const { holdTokenization } = proxyLocalActivities<RecordActivities>(options.record)

const committing = (summary: string) =>
  proxyLocalActivities<RecordActivities>(summarized(options.record, summary))

/** A tokenization, from its registration until its token is gone. */
export async function tokenization(start: Start<Tokenization>): Promise<void> {
  await runActor(behaviour, start)
}

const behaviour: Behaviour<Tokenization, TokenizationEvent> = {
  decide,
  apply: (state, entry) => apply(state, entry).tokenization,
  effects,
  deadlines,
  finished,
  signals: tokenizationSignals,
  record: (tokenizerId, before, message, attempt) =>
    committing(summaryOfCommit(before, message, attempt.decision)).recordTokenization({
      tokenizerId,
      before,
      message,
      ...attempt,
    }),
  hold: holdTokenization,
  call: (state, call, shape) => performCall(callRequestOf(state, call), shape),
  beginCall: (state, call, shape) => beginCall(callRequestOf(state, call), shape),
  committed: (tokenization, shape) => {
    setCurrentDetails(describeTokenization(tokenization))
    showStanding(tokenizationAttributes(tokenization), shape)
  },
}
