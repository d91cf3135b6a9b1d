/** Why a payer need not be challenged, as merchants may claim. */
export const exemptions = [
  'LOW_VALUE',
  'TRANSACTION_RISK',
  'RECURRING',
  'MERCHANT_INITIATED',
] as const
export type Exemption = (typeof exemptions)[number]
