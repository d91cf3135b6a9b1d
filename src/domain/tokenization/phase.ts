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

const statuses = {
  gathering: 'NEW',
  routing: 'PENDING',
  awaitingDetails: 'PENDING',
  authenticating: 'PENDING',
  challenging: 'PENDING',
  redirected: 'PENDING',
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
} as const satisfies Record<string, TokenizationStatus>

/** Where a tokenization stands, as an operator sees it. */
export type TokenizationPhase = keyof typeof statuses

/** The phase an operator sees, as the status a merchant reads. */
export const statusOfTokenization: Record<TokenizationPhase, TokenizationStatus> = statuses
