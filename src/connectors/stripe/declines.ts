import type { ReasonCode } from '../../domain/reasons/reason.ts'

/**
 * Stripe's decline codes, and the codes of its errors, as our reasons. Stripe publishes no split into
 * hard and soft; this is ours. `softDeclined`: the issuer wants the cardholder first.
 */
export const outcomes = {
  authentication_required: 'softDeclined',
  payment_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  setup_intent_authentication_failure: 'AUTHENTICATION_FAILED',

  lost_card: 'CARD_BLOCKED',
  stolen_card: 'CARD_BLOCKED',
  pickup_card: 'CARD_BLOCKED',
  fraudulent: 'SUSPECTED_FRAUD',
  merchant_blacklist: 'SUSPECTED_FRAUD',
  invalid_account: 'NO_ACCOUNT',
  restricted_card: 'RESTRICTED_CARD',
  security_violation: 'SECURITY',
  card_not_supported: 'NOT_PERMITTED',
  currency_not_supported: 'NOT_PERMITTED',
  transaction_not_allowed: 'NOT_PERMITTED',
  service_not_allowed: 'NOT_PERMITTED',
  not_permitted: 'NOT_PERMITTED',
  revocation_of_authorization: 'RECURRING_STOPPED',
  revocation_of_all_authorizations: 'RECURRING_STOPPED',
  stop_payment_order: 'RECURRING_STOPPED',
  expired_card: 'EXPIRED_CARD',
  pin_try_exceeded: 'PIN_TRIES',
  do_not_try_again: 'NOT_PERMITTED',

  insufficient_funds: 'INSUFFICIENT_FUNDS',
  processing_error: 'ISSUER_ERROR',
  issuer_not_available: 'ISSUER_UNAVAILABLE',
  reenter_transaction: 'RETRY',
  try_again_later: 'RETRY',
  approve_with_id: 'CALL_ISSUER',
  card_velocity_exceeded: 'LIMIT_EXCEEDED',
  withdrawal_count_limit_exceeded: 'LIMIT_EXCEEDED',

  incorrect_number: 'INVALID_CARD',
  invalid_number: 'INVALID_CARD',
  incorrect_cvc: 'CVV_MISMATCH',
  invalid_cvc: 'CVV_MISMATCH',
  invalid_expiry_month: 'EXPIRED_CARD',
  invalid_expiry_year: 'EXPIRED_CARD',
  incorrect_zip: 'VERIFICATION_FAILED',
  invalid_amount: 'INVALID_AMOUNT',

  generic_decline: 'DO_NOT_HONOUR',
  do_not_honor: 'DO_NOT_HONOUR',
  call_issuer: 'CALL_ISSUER',
  no_action_taken: 'NO_ACTION',
  duplicate_transaction: 'DUPLICATE',

  amount_too_large: 'AMOUNT_TOO_HIGH',
  amount_too_small: 'INVALID_AMOUNT',
  payment_intent_unexpected_state: 'INVALID_TRANSACTION',
  charge_already_captured: 'INVALID_TRANSACTION',
  charge_already_refunded: 'INVALID_TRANSACTION',
  charge_expired_for_capture: 'INVALID_TRANSACTION',
  capture_charge_authorization_expired: 'INVALID_TRANSACTION',
  resource_missing: 'ORIGINAL_NOT_FOUND',
} as const satisfies Record<string, ReasonCode | 'softDeclined'>

/** The meaning of the first of these codes that we know. */
export const meaningOf = (
  ...codes: readonly (string | undefined)[]
): ReasonCode | 'softDeclined' | undefined => {
  const known = codes.find((code) => code !== undefined && Object.hasOwn(outcomes, code))
  return known === undefined ? undefined : outcomes[known as keyof typeof outcomes]
}
