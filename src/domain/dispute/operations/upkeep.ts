import { advance, advanceEnd } from '../../actor/clock.ts'
import { hold, resume } from '../../actor/hold.ts'
import { present } from '../../present.ts'
import type { Operation } from './operation.ts'
import { accept } from './operation.ts'

/** The sandbox clock, and operators who stop it and let it go on. */
export const upkeep = {
  commands: {
    advance: { decide: advance, words: 'The clock of the dispute is moved, in the sandbox' },
    hold: { decide: hold, words: 'An operator stops the dispute' },
    resume: { decide: resume, words: 'An operator lets the dispute go on' },
  },
  deadlines: {
    delivery: { at: () => undefined, decide: () => accept([]) },
    advanceEnd: { at: (dispute) => dispute.advance?.target, decide: advanceEnd },
  },
  calls: {},
  events: {
    clockMoved: {
      changes: (_dispute, { offsetMs, advance: to }) => ({
        clockOffsetMs: offsetMs,
        ...present({ advance: to }),
      }),
      posts: 'none',
      words: 'clock moved',
    },
    held: {
      changes: (_dispute, { reason }) => ({ held: reason }),
      posts: 'none',
      words: 'held for an operator',
    },
    resumed: { changes: 'none', posts: 'none', words: 'resumed' },
    outcomeUnknown: { changes: 'none', posts: 'none', words: 'outcome unknown, asked about' },
  },
} satisfies Operation
