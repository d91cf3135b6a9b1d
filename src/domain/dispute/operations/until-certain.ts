import type { Call, Outcome } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import { stageOfDispute } from '../dispute.ts'
import type { DisputeEvent } from '../events.ts'
import type { DisputeFacts, Word } from '../facts.ts'
import type { Stage } from '../words.ts'
import { news } from './news.ts'
import type { Decided, Dispute } from './operation.ts'
import { accept } from './operation.ts'

interface Ends {
  /** Whether the provider's word shows that it was done. */
  isDone: (word: Word) => boolean
  done: (stage: Stage) => DisputeEvent
  failed: 'submissionFailed' | 'acceptanceFailed'
}

/**
 * What was sent to a provider is never sent twice. A lost answer is asked about until there is one: the
 * provider's word shows whether it was done. What was not done is the merchant's to do again.
 */
export function untilCertain(
  dispute: Dispute,
  call: Call,
  outcome: Outcome,
  { isDone, done, failed }: Ends,
): Decided {
  const answers = call.id
  switch (outcome.type) {
    case 'disputed': {
      const { facts } = outcome
      const wasTaken = facts.word ? isDone(facts.word) : facts.awaits === false
      return !call.about || wasTaken
        ? accept([{ ...done(stageAnswered(dispute, facts)), answers }, ...news(dispute, facts)])
        : accept([{ type: failed, answers, detail: 'it did not arrive' }, ...news(dispute, facts)])
    }
    case 'unknown':
      return accept([{ type: 'outcomeUnknown', answers, call: questionAbout(call) }])
    default:
      // A no may come because it was done before, or elsewhere: the provider says how it stands.
      return accept([
        { type: failed, answers, detail: detailOf(outcome), call: questionAfter(call) },
      ])
  }
}

/** While the answer was on its way a later stage may have begun, which asks anew: then the older word says which. */
const stageAnswered = (dispute: Dispute, { word }: DisputeFacts): Stage =>
  word && dispute.word && word.at < dispute.word.at ? word.stage : stageOfDispute(dispute)

/** The same question under a name of its own each time that nobody answered it. */
const questionAbout = (call: Call): Call => {
  const about = call.about ?? call
  const attempt = call.about ? call.attempt + 1 : 1
  const asked = newCall('disputeInquire', `${about.reference}-ask`)
  return { ...asked, attempt, id: `call/${about.reference}/ask-${String(attempt)}`, about }
}

const questionAfter = ({ reference }: Call): Call => newCall('disputeInquire', `${reference}-after`)

const detailOf = (outcome: Outcome): string =>
  ('detail' in outcome ? outcome.detail : undefined) ?? outcome.type
