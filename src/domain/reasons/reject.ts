/**
 * Why a payment, transaction, refund or tokenization did not succeed, apart from the acquirer's own
 * answers (decline.ts). A code is never reused. `secret` reasons reach the merchant, never the payer.
 */
export const rejects = {
  UNSUPPORTED_BIN: 'The card is not supported',
  CHANNEL_NOT_SUPPORTED: 'The channel is not active for this merchant',
  METHOD_NOT_SUPPORTED: 'The payment method is not active or does not fit this payment',
  CURRENCY_NOT_SUPPORTED: 'The currency is not active for this merchant',
  EXPIRED: 'The payment was not finished within its validity time',
  PREAUTH_EXPIRED: 'The hold ended before it was captured',
  CANCELLED_BY_MERCHANT: 'Cancelled by the merchant',
  CANCELLED_BY_CUSTOMER: 'Cancelled by the customer',
  CANCELLED_BY_OPERATOR: 'Cancelled by the operator',
  AUTHENTICATION_FAILED: 'The cardholder was not authenticated',
  AUTHENTICATION_TIMEOUT: 'The cardholder did not finish the authentication in time',
  AUTHENTICATION_UNAVAILABLE: 'The cardholder could not be authenticated',
  ORDER_ALREADY_PAID: 'Another payment of this order has succeeded',
  TOKEN_NOT_USABLE: 'The token is unknown, suspended or discarded',
  WALLET_TOKEN_INVALID: 'The wallet token could not be verified',
  BANK_UNAVAILABLE: 'The bank is not available',
  DECLINED_BY_PAYER: 'The payer declined',
  BLIK_CODE_INVALID: 'The BLIK code is wrong',
  BLIK_CODE_EXPIRED: 'The BLIK code has expired',
  BLIK_TIMEOUT: 'The payer did not confirm in time',
  BLIK_ALIAS_UNKNOWN: 'The BLIK alias is not known',
  UNKNOWN_OUTCOME: 'No answer was given; nothing was charged',
  SYSTEM_ERROR: 'A technical failure; nothing was charged',
} as const satisfies Record<string, string>

export type RejectCode = keyof typeof rejects

export const rejectInfo = (code: string): string | undefined =>
  Object.hasOwn(rejects, code) ? rejects[code as RejectCode] : undefined
