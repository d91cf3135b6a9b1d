import { drop } from '../patch.ts'
import type { Operation } from './operation.ts'
import { plain } from './operation.ts'

/** Strong authentication of the payer: the issuer looks at the browser, decides, and may challenge. */
export const authentication = {
  events: {
    deviceNeeded: {
      moves: { from: ['opening', 'authorizing', 'resolving'], to: 'awaitingDetails' },
      changes: (_, { stepUp }) => (stepUp ? { stepUp } : {}),
      posts: 'none',
      notifies: 'none',
      words: plain('needs data about the browser'),
    },
    profilingStarted: {
      moves: { from: ['gathering', 'awaitingDetails'], to: 'profiling' },
      changes: (_, { profiling }) => ({ profiling }),
      posts: 'none',
      notifies: 'none',
      words: plain('the bank looks at the browser'),
    },
    authenticationStarted: {
      moves: {
        from: ['gathering', 'opening', 'awaitingDetails', 'profiling', 'authorizing', 'resolving'],
        to: 'authenticating',
      },
      changes: (_, { call }) => ({
        ...drop('challenge', 'profiling', 'stepUp'),
        ...(call?.challengeMandated ? { softDeclined: true } : {}),
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('strong authentication started'),
    },
    challengeNeeded: {
      moves: { from: ['authenticating'], to: 'challenging' },
      changes: (_, { challenge }) => ({ challenge }),
      posts: 'none',
      notifies: 'none',
      words: plain('the bank wants to challenge the payer'),
    },
    authenticated: {
      moves: 'none',
      changes: (_, { authentication: done }) => ({
        ...drop('challenge'),
        authentication: done,
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('payer authenticated'),
    },
  },
} satisfies Operation
