import type { IssuerReasonCode, Reason } from './reason.ts'
import { reasons } from './reason.ts'

/** The reason behind an ISO 8583 response code (DE39); who calls it knows the code, or means a plain decline. */
export const declineOf = (responseCode: string): Reason =>
  reasons[
    Object.hasOwn(responseCodes, responseCode)
      ? responseCodes[responseCode as keyof typeof responseCodes]
      : 'DECLINED'
  ]

export const responseCodes = {
  '01': 'CALL_ISSUER',
  '02': 'CALL_ISSUER',
  '03': 'MERCHANT_CONFIG',
  '04': 'CARD_BLOCKED',
  '05': 'DO_NOT_HONOUR',
  '06': 'ISSUER_ERROR',
  '07': 'CARD_BLOCKED',
  '10': 'PARTIAL_NOT_SUPPORTED',
  '12': 'INVALID_TRANSACTION',
  '13': 'INVALID_AMOUNT',
  '14': 'INVALID_CARD',
  '15': 'INVALID_CARD',
  '19': 'RETRY',
  '21': 'NO_ACTION',
  '25': 'ORIGINAL_NOT_FOUND',
  '30': 'FORMAT_ERROR',
  '33': 'EXPIRED_CARD',
  '34': 'SUSPECTED_FRAUD',
  '39': 'NO_ACCOUNT',
  '41': 'CARD_BLOCKED',
  '43': 'CARD_BLOCKED',
  '45': 'ACCOUNT_CLOSED',
  '46': 'ACCOUNT_CLOSED',
  '51': 'INSUFFICIENT_FUNDS',
  '52': 'NO_ACCOUNT',
  '53': 'NO_ACCOUNT',
  '54': 'EXPIRED_CARD',
  '55': 'WRONG_PIN',
  '57': 'NOT_PERMITTED',
  '58': 'NOT_PERMITTED',
  '59': 'SUSPECTED_FRAUD',
  '61': 'LIMIT_EXCEEDED',
  '62': 'RESTRICTED_CARD',
  '63': 'SECURITY',
  '65': 'SCA_REQUIRED',
  '68': 'ISSUER_TIMEOUT',
  '70': 'ADDITIONAL_DATA',
  '75': 'PIN_TRIES',
  '78': 'CARD_NOT_ACTIVE',
  '82': 'CVV_MISMATCH',
  '83': 'SUSPECTED_FRAUD',
  '91': 'ISSUER_UNAVAILABLE',
  '92': 'ISSUER_UNAVAILABLE',
  '93': 'LEGAL',
  '94': 'DUPLICATE',
  '96': 'SYSTEM_ERROR',
  '1A': 'SCA_REQUIRED',
  '5C': 'BLOCKED_BY_CARDHOLDER',
  '6P': 'VERIFICATION_FAILED',
  '9G': 'BLOCKED_BY_CARDHOLDER',
  N7: 'CVV_MISMATCH',
  N8: 'AMOUNT_TOO_HIGH',
  Q1: 'AUTHENTICATION_FAILED',
  R0: 'RECURRING_STOPPED',
  R1: 'RECURRING_STOPPED',
  R3: 'RECURRING_STOPPED',
} as const satisfies Record<string, IssuerReasonCode>
