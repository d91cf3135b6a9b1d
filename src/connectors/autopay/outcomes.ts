import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { BlikRejectCode } from '../blik.ts'

/** Why a payment failed or was not taken, in the provider's words and in ours. */
export const outcomes = {
  WRONG_TICKET: 'BLIK_CODE_INVALID',
  TICKET_USED: 'BLIK_CODE_INVALID',
  TICKET_EXPIRED: 'BLIK_CODE_EXPIRED',
  ALIAS_NOT_FOUND: 'BLIK_ALIAS_UNKNOWN',
  ALIAS_DECLINED: 'BLIK_ALIAS_UNKNOWN',
  RECURRENCY_NOT_SUPPORTED: 'DECLINED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  LIMIT_EXCEEDED: 'LIMIT_EXCEEDED',
  BAD_PIN: 'WRONG_PIN',
  ISSUER_DECLINED: 'DO_NOT_HONOUR',
  SEC_DECLINED: 'SECURITY',
  USER_DECLINED: 'DECLINED_BY_PAYER',
  REJECTED_BY_USER: 'DECLINED_BY_PAYER',
  REJECTED: 'DECLINED',
  INCORRECT_AMOUNT: 'DECLINED',
  EXPIRED: 'BLIK_TIMEOUT',
  TIMEOUT: 'BLIK_TIMEOUT',
  AM_TIMEOUT: 'BLIK_TIMEOUT',
  USER_TIMEOUT: 'BLIK_TIMEOUT',
  INVALID_EMAIL: 'SYSTEM_ERROR',
  ANOTHER_ERROR: 'SYSTEM_ERROR',
} as const satisfies Record<string, BlikRejectCode>

export type OwnWords = Readonly<Record<string, BlikRejectCode>>

/** The list is open, and an account may add to it: what neither names is a failure of theirs, with their word for it. */
export const reasonOf = (
  word: string | undefined,
  own: OwnWords,
): { rejectCode: BlikRejectCode; detail: string } => {
  const known: OwnWords = { ...outcomes, ...own }
  return {
    rejectCode: Object.hasOwn(known, word ?? '')
      ? (known[word ?? ''] ?? 'SYSTEM_ERROR')
      : 'SYSTEM_ERROR',
    detail: providerWords(`Autopay says ${word || 'no reason'}`),
  }
}
