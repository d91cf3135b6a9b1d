import type { TokenizationEventType } from './events.ts'

const ends = { rejected: 'rejected', cancelled: 'cancelled', errored: 'errored' } as const

/** What may happen in each phase, and the phase that follows; other events leave the phase alone. */
export const transitions = {
  gathering: {
    authenticationStarted: 'authenticating',
    verificationStarted: 'verifying',
    storingStarted: 'storing',
    provisioningStarted: 'provisioning',
    ...ends,
  },
  awaitingDetails: {
    authenticationStarted: 'authenticating',
    verificationStarted: 'verifying',
    ...ends,
  },
  authenticating: { challengeNeeded: 'challenging', verificationStarted: 'verifying', ...ends },
  challenging: { verificationStarted: 'verifying', ...ends },
  verifying: {
    authenticationStarted: 'authenticating',
    outcomeUnknown: 'resolving',
    secretLost: 'awaitingDetails',
    storingStarted: 'storing',
    provisioningStarted: 'provisioning',
    ...ends,
  },
  resolving: {
    authenticationStarted: 'authenticating',
    verificationRepeated: 'verifying',
    secretLost: 'awaitingDetails',
    storingStarted: 'storing',
    provisioningStarted: 'provisioning',
    ...ends,
  },
  storing: { stored: 'stored', ...ends },
  provisioning: { stored: 'stored', undoingStarted: 'undoing', ...ends },
  undoing: ends,
  stored: { discardingStarted: 'discarding' },
  discarding: { discarded: 'discarded' },
  discarded: {},
  rejected: {},
  cancelled: {},
  errored: {},
} as const satisfies Record<string, Partial<Record<TokenizationEventType, string>>>

export type TokenizationPhase = keyof typeof transitions

export const tokenizationStatuses = [
  'NEW',
  'PENDING',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'ERROR',
  'DISCARDED',
] as const
export type TokenizationStatus = (typeof tokenizationStatuses)[number]

/** The phase an operator sees, as the status a merchant reads. */
export const statusOfTokenization: Record<TokenizationPhase, TokenizationStatus> = {
  gathering: 'NEW',
  awaitingDetails: 'PENDING',
  authenticating: 'PENDING',
  challenging: 'PENDING',
  verifying: 'PENDING',
  resolving: 'PENDING',
  storing: 'PENDING',
  provisioning: 'PENDING',
  undoing: 'PENDING',
  stored: 'COMPLETED',
  // The card is erased and the token dead from the first moment; only the network is still told.
  discarding: 'DISCARDED',
  discarded: 'DISCARDED',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
  errored: 'ERROR',
}

/** The next phase, or undefined when the event may not happen in this one. */
export const nextTokenizationPhase = (
  phase: TokenizationPhase,
  event: TokenizationEventType,
): TokenizationPhase | undefined => {
  const row: Partial<Record<TokenizationEventType, TokenizationPhase>> = transitions[phase]
  return row[event]
}
