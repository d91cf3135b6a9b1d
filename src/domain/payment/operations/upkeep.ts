import { advance, advanceEnd } from '../../actor/clock.ts'
import { hold, resume } from '../../actor/hold.ts'
import { present } from '../../present.ts'
import { drop } from '../patch.ts'
import type { Operation } from './operation.ts'
import { accept, bad, internal, plain } from './operation.ts'

/** What happens to every payment alike: calls that end without more, the sandbox clock, operators. */
export const upkeep = {
  commands: {
    hold: { decide: hold, words: 'An operator stops the payment' },
    resume: { decide: resume, words: 'An operator lets the payment go on' },
    advance: { decide: advance, words: 'The clock of the payment is moved, in the sandbox' },
  },
  deadlines: {
    // Only on a moved clock: the next attempt of a notification has come.
    delivery: { at: () => undefined, decide: () => accept([]) },
    advanceEnd: { at: (payment) => payment.advance?.target, decide: advanceEnd },
  },
  calls: {},
  events: {
    called: { moves: 'none', changes: 'none', ...internal, words: plain('provider called') },
    clockMoved: {
      moves: 'none',
      changes: (_, { offsetMs, advance }) => ({
        ...drop('advance'),
        clockOffsetMs: offsetMs,
        ...present({ advance }),
      }),
      ...internal,
      words: plain('sandbox clock moved'),
    },
    held: {
      moves: 'none',
      changes: (_, { reason }) => ({ held: reason }),
      ...internal,
      words: bad('HELD for an operator'),
    },
    resumed: {
      moves: 'none',
      changes: () => drop('held'),
      ...internal,
      words: plain('resumed by an operator'),
    },
  },
} satisfies Operation
