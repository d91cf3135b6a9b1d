import type { Report } from '../commands.ts'
import { newMoves, withMoves } from '../facts.ts'
import { movePostings } from '../postings.ts'
import { firstQuestion, newInquiry } from './inquiry.ts'
import { news } from './news.ts'
import type { Context, Decided, Dispute, Operation } from './operation.ts'
import { accept } from './operation.ts'
import { present } from '../../present.ts'

/** A provider tells of a dispute: that there is one, how it stands, what money it has moved. */
export const report = {
  commands: {
    report: {
      decide: (dispute, { facts }) => accept(news(dispute, facts)),
      words: 'A provider, or a settlement, tells how the dispute stands',
    },
  },
  deadlines: {},
  calls: {},
  events: {
    opened: {
      changes: 'none',
      posts: (_none, { dispute }) => dispute.moves.flatMap((move) => movePostings(dispute, move)),
      words: 'disputed',
    },
    told: {
      changes: ({ moves }, { word, moves: fresh }) => ({
        ...present({ word }),
        moves: withMoves(moves, fresh),
      }),
      posts: (dispute, { moves }) => moves.flatMap((move) => movePostings(dispute, move)),
      words: 'the provider tells',
    },
  },
} satisfies Operation

/** The first that is heard of it. Where only money was told of, the provider is asked for the rest at once. */
export function open(
  { disputeId, names, facts: { word, moves } }: Report,
  { now, requestId }: Context,
): Decided {
  const dispute: Dispute = {
    ...names,
    id: disputeId,
    version: 0,
    createdAt: now,
    updatedAt: now,
    requestId,
    ...present({ word }),
    moves: withMoves([], newMoves([], moves)),
    evidence: [],
    inquiries: 0,
    askAt: firstQuestion(now),
    calls: [],
    clockOffsetMs: 0,
    notificationSequence: 0,
  }
  return accept([{ type: 'opened', dispute, ...(!word && { call: newInquiry(dispute, 0) }) }])
}
