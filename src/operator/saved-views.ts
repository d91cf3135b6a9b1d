const WEEK_MS = 7 * 86_400_000

/** What people look for; the sweeps, one a minute, would fill the list. */
export const WORK = `WorkflowType in ('payment', 'tokenization', 'dispute', 'settlement')`

/**
 * Ready questions to the Temporal UI; it keeps none for others, so they are shared as links. Its
 * language knows no present time, so the times stand in the questions.
 */
export function savedViews(now: Date): { title: string; query: string }[] {
  const at = (offsetMs: number) => `'${new Date(now.getTime() + offsetMs).toISOString()}'`
  const open = `ExecutionStatus = 'Running'`
  return [
    { title: 'Payments, tokenizations, disputes and settlements', query: WORK },
    { title: 'Failing workflow tasks', query: `${open} and TemporalReportedProblems is not null` },
    {
      title: 'Stuck: past the deadline by five minutes',
      query: `${open} and PaymentStatus in ('NEW', 'PENDING') and NextDueAt < ${at(-300_000)}`,
    },
    {
      title: 'Rejected by the issuer',
      query: `PaymentStatus = 'REJECTED' and RejectCode = 'DO_NOT_HONOUR'`,
    },
    {
      title: 'Rejected because the outcome stayed unknown',
      query: `PaymentStatus = 'REJECTED' and RejectCode = 'UNKNOWN_OUTCOME'`,
    },
    {
      title: 'Card payments under way: authentication, challenge, authorisation',
      query: `${open} and WorkflowType = 'payment' and PaymentStatus = 'PENDING' and Method = 'CARD'`,
    },
    {
      title: 'A hold or a refund window ends this week',
      query: `${open} and PaymentStatus = 'COMPLETED' and NextDueAt between ${at(0)} and ${at(WEEK_MS)}`,
    },
    { title: 'Tokenizations that are open', query: `${open} and WorkflowType = 'tokenization'` },
    { title: 'Disputes that are open', query: `${open} and WorkflowType = 'dispute'` },
    { title: 'Settlement batches', query: `WorkflowType = 'settlement'` },
  ]
}
