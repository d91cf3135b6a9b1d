import type { TokenizationEventType } from './events.ts'
import type { TokenizationPhase } from './phase.ts'

const ends = { rejected: 'rejected', cancelled: 'cancelled', errored: 'errored' } as const

/** What may happen in each phase, and the phase that follows; other events leave the phase alone. */
export const transitions = {
  gathering: {
    routingStarted: 'routing',
    authenticationStarted: 'authenticating',
    verificationStarted: 'verifying',
    storingStarted: 'storing',
    provisioningStarted: 'provisioning',
    ...ends,
  },
  routing: {
    routeChosen: 'routing',
    authenticationStarted: 'authenticating',
    verificationStarted: 'verifying',
    ...ends,
  },
  awaitingDetails: {
    routingStarted: 'routing',
    authenticationStarted: 'authenticating',
    verificationStarted: 'verifying',
    ...ends,
  },
  authenticating: { challengeNeeded: 'challenging', verificationStarted: 'verifying', ...ends },
  challenging: { verificationStarted: 'verifying', ...ends },
  verifying: {
    authenticationStarted: 'authenticating',
    // The acquirer is to ask the cardholder this time.
    verificationStarted: 'verifying',
    payerRedirected: 'redirected',
    outcomeUnknown: 'resolving',
    secretLost: 'awaitingDetails',
    storingStarted: 'storing',
    provisioningStarted: 'provisioning',
    ...ends,
  },
  resolving: {
    authenticationStarted: 'authenticating',
    verificationStarted: 'verifying',
    payerRedirected: 'redirected',
    verificationRepeated: 'verifying',
    secretLost: 'awaitingDetails',
    storingStarted: 'storing',
    provisioningStarted: 'provisioning',
    ...ends,
  },
  redirected: {
    verificationStarted: 'verifying',
    verificationRepeated: 'verifying',
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
} as const satisfies Record<
  TokenizationPhase,
  Partial<Record<TokenizationEventType, TokenizationPhase>>
>

/** The next phase, or undefined when the event may not happen in this one. */
export const nextTokenizationPhase = (
  phase: TokenizationPhase,
  event: TokenizationEventType,
): TokenizationPhase | undefined => {
  const row: Partial<Record<TokenizationEventType, TokenizationPhase>> = transitions[phase]
  return row[event]
}
