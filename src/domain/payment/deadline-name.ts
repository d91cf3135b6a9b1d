/** What falls due by itself; of two at the same moment the first of these comes first. */
export const deadlineNames = [
  'expiry',
  'profilingTimeout',
  'challengeTimeout',
  'challengeResult',
  'redirectTimeout',
  'redirectResult',
  'payerTimeout',
  'inquiry',
  'holdEnd',
  'refundWindowEnd',
  'lateEnd',
  'delivery',
  'advanceEnd',
] as const
export type DeadlineName = (typeof deadlineNames)[number]
