/** What a payment does next by itself. */
export const enNext: Record<string, string> = {
  EXPIRY: 'The payment expires',
  CHALLENGE_TIMEOUT: 'The confirmation at the bank ends',
  PAYER_TIMEOUT: 'The payer is waited for no longer',
  INQUIRY: 'The provider is asked',
  PREAUTH_RELEASE: 'The hold is released',
  SETTLEMENT: 'It goes into the settlement',
  REFUND_WINDOW_END: 'Refunds end',
}
