/** What operators search workflows by; the namespace must know each. */
export const searchAttributeNames = [
  'PaymentStatus',
  'MerchantId',
  'Method',
  'Currency',
  'RejectCode',
  'Organization',
  'Provider',
  'AmountMinor',
  'NextDueAt',
] as const

/** How long Temporal keeps what has ended: longer than the window for refunds and disputes. */
export const RETENTION_DAYS = 90
