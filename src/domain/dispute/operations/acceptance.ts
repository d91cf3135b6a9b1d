import { newCall } from '../../actor/new-call.ts'
import { referenceOf } from '../../id.ts'
import { obstacleTo } from './evidence.ts'
import type { Context, Decided, Dispute, Operation } from './operation.ts'
import { accept, refuse } from './operation.ts'
import { untilCertain } from './until-certain.ts'

/** The merchant does not contest it: the money stays where it is. */
export const acceptance = {
  commands: { accept: { decide: giveIn, words: 'The merchant does not contest it' } },
  deadlines: {},
  calls: {
    disputeAccept: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'none',
      words: 'accept a dispute',
      answer: (dispute, call, outcome) =>
        untilCertain(dispute, call, outcome, {
          isDone: ({ status }) => status === 'LOST',
          done: (stage) => ({ type: 'accepted', stage }),
          failed: 'acceptanceFailed',
        }),
    },
  },
  events: {
    acceptanceStarted: { changes: 'none', posts: 'none', words: 'is being accepted' },
    accepted: {
      changes: (_dispute, { stage }) => ({ accepted: stage }),
      posts: 'none',
      words: 'accepted',
    },
    acceptanceFailed: {
      changes: (_dispute, { detail }) => ({ failure: detail }),
      posts: 'none',
      words: 'not accepted',
    },
  },
} satisfies Operation

function giveIn(dispute: Dispute, _command: unknown, { commandId, now }: Context): Decided {
  const obstacle = obstacleTo(dispute, now)
  if (obstacle) return refuse(obstacle)
  const call = newCall('disputeAccept', referenceOf(dispute.id, 'accept', commandId))
  return accept([{ type: 'acceptanceStarted', call }])
}
