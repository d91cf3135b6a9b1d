import type { ReasonCode } from './reason.ts'

/**
 * Definite declines that say nothing against the card: the acquirer could not, or could not reach the
 * issuer. What the issuer or the network has decided is never asked for again elsewhere; nor is what
 * came too late, because the issuer may have said yes.
 */
const elsewhere: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SYSTEM_ERROR',
  'MERCHANT_CONFIG',
  'FORMAT_ERROR',
  'ISSUER_ERROR',
  'ISSUER_UNAVAILABLE',
  'RETRY',
])

export const mayGoElsewhere = (code: ReasonCode): boolean => elsewhere.has(code)

/** Whether the acquirer itself is at fault, so that the next payment fares no better there. */
export const blamesAcquirer = (code: ReasonCode): boolean =>
  code === 'SYSTEM_ERROR' || code === 'MERCHANT_CONFIG'
