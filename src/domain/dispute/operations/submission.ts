import { newCall } from '../../actor/new-call.ts'
import { referenceOf } from '../../id.ts'
import { obstacleTo } from './evidence.ts'
import type { Context, Decided, Dispute, Operation } from './operation.ts'
import { accept, refuse } from './operation.ts'
import { untilCertain } from './until-certain.ts'

/** What was put forward goes to the provider, once in each stage. */
export const submission = {
  commands: { submit: { decide: submit, words: 'The merchant sends its evidence' } },
  deadlines: {},
  calls: {
    disputeSubmit: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'none',
      words: 'submit the evidence of a dispute',
      answer: (dispute, call, outcome) =>
        untilCertain(dispute, call, outcome, {
          isDone: ({ status }) => status !== 'NEEDS_RESPONSE',
          done: (stage) => ({ type: 'submitted', stage }),
          failed: 'submissionFailed',
        }),
    },
  },
  events: {
    submissionStarted: { changes: 'none', posts: 'none', words: 'evidence is being sent' },
    submitted: {
      changes: (_dispute, { stage }) => ({ submitted: stage }),
      posts: 'none',
      words: 'evidence sent',
    },
    submissionFailed: {
      changes: (_dispute, { detail }) => ({ failure: detail }),
      posts: 'none',
      words: 'evidence not taken',
    },
  },
} satisfies Operation

function submit(dispute: Dispute, _command: unknown, { commandId, now }: Context): Decided {
  const obstacle = obstacleTo(dispute, now)
  if (obstacle) return refuse(obstacle)
  if (dispute.evidence.length === 0) return refuse('evidence_missing')
  const call = newCall('disputeSubmit', referenceOf(dispute.id, 'submit', commandId))
  return accept([{ type: 'submissionStarted', call }])
}
