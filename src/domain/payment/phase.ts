export type Status =
  | 'NEW'
  | 'PENDING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'ERROR'
  | 'SETTLED'

const statuses = {
  gathering: 'NEW',
  opening: 'PENDING',
  awaitingDetails: 'PENDING',
  profiling: 'PENDING',
  authenticating: 'PENDING',
  challenging: 'PENDING',
  routing: 'PENDING',
  authorizing: 'PENDING',
  redirected: 'PENDING',
  resolving: 'PENDING',
  undoing: 'PENDING',
  awaitingPayer: 'PENDING',
  givingUp: 'PENDING',
  authorized: 'COMPLETED',
  adjusting: 'COMPLETED',
  capturing: 'COMPLETED',
  paid: 'COMPLETED',
  reversing: 'COMPLETED',
  settled: 'SETTLED',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
  errored: 'ERROR',
} as const satisfies Record<string, Status>

/** Where a payment stands, as an operator sees it. */
export type Phase = keyof typeof statuses

/** The phase an operator sees, as the status a merchant reads. */
export const statusOfPhase: Record<Phase, Status> = statuses

/** Where a charge may be made of which the answer is not there yet. */
export const chargingPhases: readonly Phase[] = [
  'authorizing',
  'redirected',
  'resolving',
  'undoing',
  'givingUp',
]
