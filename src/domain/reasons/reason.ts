import type { PayerReason } from './payer-text.ts'

/**
 * Why a payment, transaction, refund or tokenization did not succeed. `hard`: not with this card
 * again; `soft`: later or with other data; `technical`: not the card's fault; `authentication`: the
 * payer must be asked; `cancelled`: somebody or the clock has ended it. A code is never reused.
 */
export interface Reason {
  code: ReasonCode
  saidBy: SaidBy
  kind: ReasonKind
  /** For the merchant. */
  info: string
  /** For the payer; the texts of both languages are in payer-text.ts. */
  payer: PayerReason
  /** False where the reason would help a thief: the payer then reads `DECLINED`. */
  payerMayKnow: boolean
  /** Whether another card, code or method of the same payer may still succeed. */
  payerMayTryAgain: boolean
}

export type ReasonKind = 'hard' | 'soft' | 'technical' | 'authentication' | 'cancelled'
type SaidBy = 'gateway' | 'issuer' | 'both'
type Row = readonly [saidBy: SaidBy, kind: ReasonKind, payer: PayerReason, info: string]

const rows = {
  UNSUPPORTED_BIN: ['gateway', 'hard', 'UNSUPPORTED_BIN', 'The card is not supported'],
  CHANNEL_NOT_SUPPORTED: [
    'gateway',
    'hard',
    'METHOD_NOT_SUPPORTED',
    'The channel is not active for this merchant',
  ],
  METHOD_NOT_SUPPORTED: [
    'gateway',
    'hard',
    'METHOD_NOT_SUPPORTED',
    'The payment method is not active or does not fit this payment',
  ],
  CURRENCY_NOT_SUPPORTED: [
    'gateway',
    'hard',
    'METHOD_NOT_SUPPORTED',
    'The currency is not active for this merchant',
  ],
  EXPIRED: [
    'gateway',
    'cancelled',
    'EXPIRED',
    'The payment was not finished within its validity time',
  ],
  PREAUTH_EXPIRED: ['gateway', 'cancelled', 'TECHNICAL', 'The hold ended before it was captured'],
  CANCELLED_BY_MERCHANT: [
    'gateway',
    'cancelled',
    'CANCELLED_BY_MERCHANT',
    'Cancelled by the merchant',
  ],
  CANCELLED_BY_CUSTOMER: [
    'gateway',
    'cancelled',
    'CANCELLED_BY_CUSTOMER',
    'Cancelled by the customer',
  ],
  CANCELLED_BY_OPERATOR: ['gateway', 'cancelled', 'TECHNICAL', 'Cancelled by the operator'],
  AUTHENTICATION_FAILED: [
    'both',
    'authentication',
    'AUTHENTICATION_FAILED',
    'The cardholder was not authenticated',
  ],
  AUTHENTICATION_TIMEOUT: [
    'gateway',
    'authentication',
    'AUTHENTICATION_TIMEOUT',
    'The cardholder did not finish the authentication in time',
  ],
  AUTHENTICATION_UNAVAILABLE: [
    'gateway',
    'technical',
    'AUTHENTICATION_FAILED',
    'The cardholder could not be authenticated',
  ],
  ORDER_ALREADY_PAID: [
    'gateway',
    'hard',
    'ORDER_ALREADY_PAID',
    'Another payment of this order has succeeded',
  ],
  TOKEN_NOT_USABLE: [
    'gateway',
    'hard',
    'TECHNICAL',
    'The token is unknown, suspended or discarded',
  ],
  WALLET_TOKEN_INVALID: ['gateway', 'hard', 'TECHNICAL', 'The wallet token could not be verified'],
  BANK_UNAVAILABLE: ['gateway', 'technical', 'BANK_UNAVAILABLE', 'The bank is not available'],
  DECLINED_BY_PAYER: ['gateway', 'soft', 'DECLINED_BY_PAYER', 'The payer declined'],
  BLIK_CODE_INVALID: ['gateway', 'soft', 'BLIK_CODE_INVALID', 'The BLIK code is wrong'],
  BLIK_CODE_EXPIRED: ['gateway', 'soft', 'BLIK_CODE_EXPIRED', 'The BLIK code has expired'],
  BLIK_TIMEOUT: ['gateway', 'soft', 'BLIK_TIMEOUT', 'The payer did not confirm in time'],
  BLIK_ALIAS_UNKNOWN: ['gateway', 'soft', 'TECHNICAL', 'The BLIK alias is not known'],
  UNKNOWN_OUTCOME: [
    'gateway',
    'technical',
    'TECHNICAL',
    'No answer was given; nothing was charged',
  ],
  SYSTEM_ERROR: ['both', 'technical', 'TECHNICAL', 'A technical failure; nothing was charged'],
  DECLINED: ['issuer', 'soft', 'DECLINED', 'The payment was declined'],
  CALL_ISSUER: ['issuer', 'soft', 'DECLINED', 'The issuer wants to be asked first'],
  MERCHANT_CONFIG: ['issuer', 'technical', 'TECHNICAL', 'The acquirer does not know the merchant'],
  CARD_BLOCKED: ['issuer', 'hard', 'DECLINED', 'The card is blocked'],
  DO_NOT_HONOUR: ['issuer', 'soft', 'DECLINED', 'The issuer declined'],
  ISSUER_ERROR: ['issuer', 'technical', 'TECHNICAL', 'The issuer reported an error'],
  PARTIAL_NOT_SUPPORTED: [
    'issuer',
    'hard',
    'TECHNICAL',
    'Only a part of the amount was approved; it was given back',
  ],
  INVALID_TRANSACTION: ['issuer', 'hard', 'TECHNICAL', 'The transaction is not valid'],
  INVALID_AMOUNT: ['issuer', 'hard', 'TECHNICAL', 'The amount is not valid'],
  INVALID_CARD: ['issuer', 'hard', 'DECLINED', 'The card number is not valid'],
  RETRY: ['issuer', 'soft', 'TECHNICAL', 'The issuer asks to try again'],
  NO_ACTION: ['issuer', 'technical', 'TECHNICAL', 'There was nothing to do'],
  ORIGINAL_NOT_FOUND: [
    'issuer',
    'technical',
    'TECHNICAL',
    'The original transaction was not found',
  ],
  FORMAT_ERROR: ['issuer', 'technical', 'TECHNICAL', 'The acquirer could not read the request'],
  EXPIRED_CARD: ['issuer', 'soft', 'EXPIRED_CARD', 'The card has expired'],
  SUSPECTED_FRAUD: ['issuer', 'hard', 'DECLINED', 'The issuer suspects fraud'],
  NO_ACCOUNT: ['issuer', 'hard', 'TECHNICAL', 'The card has no such account'],
  ACCOUNT_CLOSED: ['issuer', 'hard', 'TECHNICAL', 'The account is closed'],
  INSUFFICIENT_FUNDS: ['issuer', 'soft', 'INSUFFICIENT_FUNDS', 'The funds do not suffice'],
  WRONG_PIN: ['issuer', 'soft', 'TECHNICAL', 'The PIN is wrong'],
  NOT_PERMITTED: ['issuer', 'hard', 'DECLINED', 'The card does not allow this transaction'],
  LIMIT_EXCEEDED: ['issuer', 'soft', 'LIMIT_EXCEEDED', 'A limit is exceeded'],
  RESTRICTED_CARD: ['issuer', 'hard', 'DECLINED', 'The card is restricted'],
  SECURITY: ['issuer', 'hard', 'DECLINED', 'A security rule was violated'],
  SCA_REQUIRED: [
    'issuer',
    'authentication',
    'AUTHENTICATION_FAILED',
    'The issuer demands strong authentication',
  ],
  ISSUER_TIMEOUT: ['issuer', 'technical', 'TECHNICAL', 'The issuer answered too late'],
  ADDITIONAL_DATA: ['issuer', 'soft', 'TECHNICAL', 'The issuer demands more data'],
  PIN_TRIES: ['issuer', 'hard', 'TECHNICAL', 'The PIN was wrong too often'],
  CARD_NOT_ACTIVE: ['issuer', 'soft', 'DECLINED', 'The card is not active yet'],
  CVV_MISMATCH: ['issuer', 'soft', 'CVV_MISMATCH', 'The security code is wrong'],
  VERIFICATION_FAILED: ['issuer', 'soft', 'DECLINED', 'The verification data are wrong'],
  ISSUER_UNAVAILABLE: ['issuer', 'technical', 'TECHNICAL', 'The issuer cannot be reached'],
  LEGAL: ['issuer', 'hard', 'TECHNICAL', 'The law forbids the transaction'],
  DUPLICATE: ['issuer', 'technical', 'TECHNICAL', 'The transaction was sent twice'],
  BLOCKED_BY_CARDHOLDER: [
    'issuer',
    'soft',
    'DECLINED',
    'The cardholder has blocked such transactions',
  ],
  AMOUNT_TOO_HIGH: ['issuer', 'hard', 'LIMIT_EXCEEDED', 'The amount is above the authorised one'],
  RECURRING_STOPPED: [
    'issuer',
    'hard',
    'DECLINED',
    'The cardholder has stopped the recurring payments',
  ],
} as const satisfies Record<string, Row>

export type ReasonCode = keyof typeof rows
type SaidByOneOf<S extends SaidBy> = {
  [C in ReasonCode]: (typeof rows)[C][0] extends S ? C : never
}[ReasonCode]
export type OwnReasonCode = SaidByOneOf<'gateway' | 'both'>
export type IssuerReasonCode = SaidByOneOf<'issuer' | 'both'>

const secretFromPayer: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'CARD_BLOCKED',
  'SUSPECTED_FRAUD',
  'SECURITY',
])

/** A thief gets no second card to try, and what lies in the order itself no other card mends. */
const endsAtOnce: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...secretFromPayer,
  'LEGAL',
  'ORDER_ALREADY_PAID',
  'CHANNEL_NOT_SUPPORTED',
  'CURRENCY_NOT_SUPPORTED',
])

export const reasons = Object.fromEntries(
  Object.entries<Row>(rows).map(([key, [saidBy, kind, payer, info]]) => {
    const code = key as ReasonCode
    const payerMayKnow = !secretFromPayer.has(code)
    const payerMayTryAgain = kind !== 'cancelled' && !endsAtOnce.has(code)
    return [code, { code, saidBy, kind, payer, info, payerMayKnow, payerMayTryAgain }]
  }),
) as Record<ReasonCode, Reason>

/** The reason behind a stored code; undefined for one that no present code knows. */
export const reasonOf = (code: string): Reason | undefined =>
  Object.hasOwn(reasons, code) ? reasons[code as ReasonCode] : undefined

export const ownReasonCodes = Object.values(reasons)
  .filter(({ saidBy }) => saidBy !== 'issuer')
  .map(({ code }) => code as OwnReasonCode)

export const issuerReasonCodes = Object.values(reasons)
  .filter(({ saidBy }) => saidBy !== 'gateway')
  .map(({ code }) => code as IssuerReasonCode)

/** Whose command ends something, as its reason. */
export const cancelledBy = {
  merchant: 'CANCELLED_BY_MERCHANT',
  customer: 'CANCELLED_BY_CUSTOMER',
  operator: 'CANCELLED_BY_OPERATOR',
} as const satisfies Record<string, ReasonCode>

const commanded: ReadonlySet<ReasonCode> = new Set(Object.values(cancelledBy))

/** True when somebody wants the end: money that comes now is not wanted any more. */
export const isCommanded = (code: ReasonCode): boolean => commanded.has(code)
