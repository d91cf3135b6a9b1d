import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { BlikRejectCode } from '../blik.ts'

/** Why a payment failed or was not taken, in the provider's words and in ours. */
export const outcomes = {
  WRONG_TICKET: 'BLIK_CODE_INVALID',
  TICKET_USED: 'BLIK_CODE_INVALID',
  TICKET_EXPIRED: 'BLIK_CODE_EXPIRED',
  ALIAS_NOT_FOUND: 'BLIK_ALIAS_UNKNOWN',
  ALIAS_DECLINED: 'BLIK_ALIAS_UNKNOWN',
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

/** The list is open: what it does not name is a failure of theirs, with their word for it. */
export const reasonOf = (word = ''): { rejectCode: BlikRejectCode; detail: string } => ({
  rejectCode: Object.hasOwn(outcomes, word)
    ? outcomes[word as keyof typeof outcomes]
    : 'SYSTEM_ERROR',
  detail: providerWords(`Autopay says ${word || 'no reason'}`),
})
