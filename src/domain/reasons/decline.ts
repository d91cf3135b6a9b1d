/**
 * What an issuer's or acquirer's answer means to us. `hard`: not with this card again; `soft`: later
 * or with other data; `technical`: not the card's fault; `authentication`: the payer must be asked.
 * `payerMayKnow` is false where the reason would help a thief: the payer then reads `DECLINED`.
 */
export interface Decline {
  code: string
  kind: 'hard' | 'soft' | 'technical' | 'authentication'
  info: string
  payerMayKnow: boolean
}

/** The decline behind an ISO 8583 response code (DE39); a code we do not know is a plain decline. */
export const declineOf = (responseCode: string): Decline =>
  declines[
    Object.hasOwn(responseCodes, responseCode)
      ? responseCodes[responseCode as keyof typeof responseCodes]
      : 'DECLINED'
  ]

/** The decline behind one of our own reject codes, when the acquirer's table has it. */
export const declineByRejectCode = (code: string): Decline | undefined =>
  Object.hasOwn(declines, code) ? declines[code as DeclineCode] : undefined

export type DeclineCode = keyof typeof reasons

const reasons = {
  DECLINED: ['soft', 'The payment was declined'],
  CALL_ISSUER: ['soft', 'The issuer wants to be asked first'],
  MERCHANT_CONFIG: ['technical', 'The acquirer does not know the merchant'],
  CARD_BLOCKED: ['hard', 'The card is blocked'],
  DO_NOT_HONOUR: ['soft', 'The issuer declined'],
  ISSUER_ERROR: ['technical', 'The issuer reported an error'],
  PARTIAL_NOT_SUPPORTED: ['hard', 'Only a part of the amount was approved; it was given back'],
  INVALID_TRANSACTION: ['hard', 'The transaction is not valid'],
  INVALID_AMOUNT: ['hard', 'The amount is not valid'],
  INVALID_CARD: ['hard', 'The card number is not valid'],
  RETRY: ['soft', 'The issuer asks to try again'],
  NO_ACTION: ['technical', 'There was nothing to do'],
  ORIGINAL_NOT_FOUND: ['technical', 'The original transaction was not found'],
  FORMAT_ERROR: ['technical', 'The acquirer could not read the request'],
  EXPIRED_CARD: ['soft', 'The card has expired'],
  SUSPECTED_FRAUD: ['hard', 'The issuer suspects fraud'],
  NO_ACCOUNT: ['hard', 'The card has no such account'],
  ACCOUNT_CLOSED: ['hard', 'The account is closed'],
  INSUFFICIENT_FUNDS: ['soft', 'The funds do not suffice'],
  WRONG_PIN: ['soft', 'The PIN is wrong'],
  NOT_PERMITTED: ['hard', 'The card does not allow this transaction'],
  LIMIT_EXCEEDED: ['soft', 'A limit is exceeded'],
  RESTRICTED_CARD: ['hard', 'The card is restricted'],
  SECURITY: ['hard', 'A security rule was violated'],
  SCA_REQUIRED: ['authentication', 'The issuer demands strong authentication'],
  ISSUER_TIMEOUT: ['technical', 'The issuer answered too late'],
  ADDITIONAL_DATA: ['soft', 'The issuer demands more data'],
  PIN_TRIES: ['hard', 'The PIN was wrong too often'],
  CARD_NOT_ACTIVE: ['soft', 'The card is not active yet'],
  CVV_MISMATCH: ['soft', 'The security code is wrong'],
  VERIFICATION_FAILED: ['soft', 'The verification data are wrong'],
  ISSUER_UNAVAILABLE: ['technical', 'The issuer cannot be reached'],
  LEGAL: ['hard', 'The law forbids the transaction'],
  DUPLICATE: ['technical', 'The transaction was sent twice'],
  SYSTEM_ERROR: ['technical', 'The acquirer had a malfunction'],
  BLOCKED_BY_CARDHOLDER: ['soft', 'The cardholder has blocked such transactions'],
  AMOUNT_TOO_HIGH: ['hard', 'The amount is above the authorised one'],
  RECURRING_STOPPED: ['hard', 'The cardholder has stopped the recurring payments'],
  AUTHENTICATION_FAILED: ['authentication', 'The cardholder was not authenticated'],
} as const satisfies Record<string, readonly [Decline['kind'], string]>

const secretFromPayer: ReadonlySet<string> = new Set<DeclineCode>([
  'CARD_BLOCKED',
  'SUSPECTED_FRAUD',
  'SECURITY',
])

const declines = Object.fromEntries(
  Object.entries(reasons).map(([code, [kind, info]]) => [
    code,
    { code, kind, info, payerMayKnow: !secretFromPayer.has(code) },
  ]),
) as Record<DeclineCode, Decline>

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
} as const satisfies Record<string, DeclineCode>

/** @internal Every code of the acquirer's table. */
export const declineCodes = Object.keys(reasons) as readonly DeclineCode[]
