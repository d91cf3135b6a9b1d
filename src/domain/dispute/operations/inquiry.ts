import type { Call } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Dispute } from '../dispute.ts'
import { withdrawnMinor } from '../facts.ts'
import { isFinalWord } from '../final-word.ts'
import { news } from './news.ts'
import type { Context, Decided, Operation, Outcome } from './operation.ts'
import { accept } from './operation.ts'

const DAY_MS = 86_400_000
/** After that nobody waits for a provider's last word any more: a person has to ask. */
const PATIENCE_MS = 180 * DAY_MS

export const firstQuestion = (now: number): number => now + DAY_MS

/** The provider is asked once a day how it stands, so that a lost message is no lost dispute. */
export const inquiry = {
  commands: {
    inquire: {
      decide: (dispute, _command, { now }) =>
        accept(dispute.calls.length > 0 ? [] : [ask(dispute, now)]),
      words: 'An operator has the provider asked how the dispute stands',
    },
  },
  deadlines: {
    question: {
      at: (dispute) =>
        isWaiting(dispute) && dispute.calls.length === 0 ? dispute.askAt : undefined,
      decide: (dispute, { now }) => accept([ask(dispute, now)]),
    },
    lastWord: {
      at: (dispute) => (isWaiting(dispute) ? patientUntil(dispute) : undefined),
      decide: () => accept([{ type: 'held', reason: 'the provider has not said its last word' }]),
    },
  },
  calls: {
    disputeInquire: {
      repeats: 'untilAnswered',
      made: 'outside',
      atProvider: 'none',
      words: 'ask how a dispute stands',
      answer: answered,
    },
  },
  events: {
    inquiryStarted: {
      changes: ({ inquiries }, { askAt }) => ({ inquiries: inquiries + 1, askAt }),
      posts: 'none',
      words: 'provider asked',
    },
    inquired: { changes: 'none', posts: 'none', words: 'nothing new' },
  },
} satisfies Operation

/** Its provider, or its money, has not come to an end. */
export const isWaiting = ({ word, moves }: Dispute): boolean =>
  !isFinalWord(word) || (word?.status !== 'LOST' && withdrawnMinor(moves) > 0)

const patientUntil = ({ word, createdAt }: Dispute): number =>
  Math.max(createdAt, word?.dueBy ?? 0, word?.at ?? 0) + PATIENCE_MS

const ask = (dispute: Dispute, now: number) =>
  ({
    type: 'inquiryStarted',
    askAt: now + DAY_MS,
    call: newInquiry(dispute, dispute.inquiries + 1),
  }) as const

/** A question by the calendar; the first of all is asked where only money was told of. */
export const newInquiry = ({ id }: Pick<Dispute, 'id'>, number: number): Call =>
  newCall('disputeInquire', `${id}-ask-${String(number)}`)

function answered(dispute: Dispute, call: Call, outcome: Outcome, _context: Context): Decided {
  const facts = outcome.type === 'disputed' ? outcome.facts : undefined
  const events = facts ? news(dispute, facts, call.id) : []
  return accept(events.length > 0 ? events : [{ type: 'inquired', answers: call.id }])
}
