import type { EventType } from './events.ts'
import type { Phase } from './phase.ts'

/**
 * What may happen in each phase, and the phase that follows. Events that are not named here leave
 * the phase alone, unless `moving` in evolve.ts lists them: then it is a broken invariant.
 */
export const transitions = {
  gathering: {
    walletOpeningStarted: 'opening',
    profilingStarted: 'profiling',
    authenticationStarted: 'authenticating',
    routingStarted: 'routing',
    authorizationStarted: 'authorizing',
    payerAsked: 'awaitingPayer',
    rejected: 'rejected',
    cancelled: 'cancelled',
  },
  opening: {
    authenticationStarted: 'authenticating',
    routingStarted: 'routing',
    authorizationStarted: 'authorizing',
    deviceNeeded: 'awaitingDetails',
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  awaitingDetails: {
    profilingStarted: 'profiling',
    authenticationStarted: 'authenticating',
    routingStarted: 'routing',
    authorizationStarted: 'authorizing',
    payerAsked: 'awaitingPayer',
    rejected: 'rejected',
    cancelled: 'cancelled',
  },
  profiling: {
    authenticationStarted: 'authenticating',
    cancelled: 'cancelled',
  },
  authenticating: {
    challengeNeeded: 'challenging',
    routingStarted: 'routing',
    authorizationStarted: 'authorizing',
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  challenging: {
    routingStarted: 'routing',
    authorizationStarted: 'authorizing',
    rejected: 'rejected',
    cancelled: 'cancelled',
  },
  routing: {
    routeChosen: 'routing',
    authorizationStarted: 'authorizing',
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  authorizing: {
    authorized: 'authorized',
    paid: 'paid',
    authenticationStarted: 'authenticating',
    outcomeUnknown: 'resolving',
    routingStarted: 'routing',
    undoingStarted: 'undoing',
    deviceNeeded: 'awaitingDetails',
    secretLost: 'awaitingDetails',
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  resolving: {
    authorized: 'authorized',
    paid: 'paid',
    authenticationStarted: 'authenticating',
    authorizationRepeated: 'authorizing',
    routingStarted: 'routing',
    undoingStarted: 'undoing',
    deviceNeeded: 'awaitingDetails',
    secretLost: 'awaitingDetails',
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  undoing: {
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  awaitingPayer: {
    paid: 'paid',
    appNeeded: 'awaitingDetails',
    codeNeeded: 'awaitingDetails',
    secretLost: 'awaitingDetails',
    givingUpStarted: 'givingUp',
    rejected: 'rejected',
    cancelled: 'cancelled',
    errored: 'errored',
  },
  givingUp: {
    paid: 'paid',
    rejected: 'rejected',
    cancelled: 'cancelled',
  },
  authorized: {
    adjustmentStarted: 'adjusting',
    withdrawalStarted: 'adjusting',
    captureStarted: 'capturing',
    holdReleased: 'paid',
    reversalStarted: 'reversing',
  },
  adjusting: {
    adjusted: 'authorized',
    adjustmentRefused: 'authorized',
    withdrawn: 'authorized',
    withdrawalRefused: 'authorized',
  },
  capturing: {
    captured: 'paid',
    partCaptured: 'authorized',
    captureRefused: 'authorized',
  },
  paid: {
    reversalStarted: 'reversing',
    settled: 'settled',
    allSettled: 'settled',
  },
  reversing: {
    cancelled: 'cancelled',
    holdKept: 'authorized',
    saleKept: 'paid',
  },
  settled: {},
  rejected: {},
  cancelled: {},
  errored: {},
} as const satisfies Record<Phase, Partial<Record<EventType, Phase>>>

/** The next phase, or undefined when the event may not happen in this one. */
export const nextPhase = (phase: Phase, event: EventType): Phase | undefined => {
  const row: Partial<Record<EventType, Phase>> = transitions[phase]
  return row[event]
}
