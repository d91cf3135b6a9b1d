import type { Account } from '../../../src/connectors/definition.ts'
import type { ReasonCode } from '../../../src/domain/reasons/reason.ts'
import { makeCard } from '../../../src/sandbox/cards.ts'
import { keys } from '../../sandbox/start-sandbox.ts'

/** What the suite must know of a simulator to put a connector through its paces. */
export interface AcquirerPeer {
  /** Its name in the sandbox's faults and money log, and its path there. */
  simulator: string
  account(sandboxUrl: string): Account
  cards: {
    approved: string
    declined: readonly (readonly [number: string, rejectCode: ReasonCode])[]
    softDeclined: string
  }
  /** A credential that the provider does not know. */
  wrongCredential: unknown
}

/** Every acquirer of the registry has its simulator here. */
export const acquirerPeers: Readonly<Record<string, AcquirerPeer>> = {
  sandbox: {
    simulator: 'acquirer',
    account: (url) => ({
      settings: { url: `${url}/acquirer`, timeoutMs: TIMEOUT_MS },
      credential: { key: keys.acquirer },
    }),
    wrongCredential: { key: 'of somebody else' },
    cards: {
      approved: makeCard('400000', 100),
      declined: [
        [makeCard('400000', 120), 'DO_NOT_HONOUR'],
        [makeCard('400000', 121), 'INSUFFICIENT_FUNDS'],
        [makeCard('400000', 124), 'CARD_BLOCKED'],
      ],
      softDeclined: makeCard('400000', 128),
    },
  },
}

/** Long enough for a simulator on a busy machine, short enough to be waited for. */
export const TIMEOUT_MS = 1_500
