import { present } from '../../present.ts'
import { drop } from '../patch.ts'
import type { Operation } from './operation.ts'
import { bad, plain } from './operation.ts'

/** What happens to every payment alike: calls that end without more, the sandbox clock, operators. */
export const upkeep = {
  events: {
    called: {
      moves: 'none',
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('provider called'),
    },
    clockMoved: {
      moves: 'none',
      changes: (_, { offsetMs, advance }) => ({
        ...drop('advance'),
        clockOffsetMs: offsetMs,
        ...present({ advance }),
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('sandbox clock moved'),
    },
    held: {
      moves: 'none',
      changes: (_, { reason }) => ({ held: reason }),
      posts: 'none',
      notifies: 'none',
      words: bad('HELD for an operator'),
    },
    resumed: {
      moves: 'none',
      changes: () => drop('held'),
      posts: 'none',
      notifies: 'none',
      words: plain('resumed by an operator'),
    },
  },
} satisfies Operation
