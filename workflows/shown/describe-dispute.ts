import { deadlines } from '../../src/domain/dispute/deadlines.ts'
import type { Dispute } from '../../src/domain/dispute/dispute.ts'
import { stageOfDispute, statusOfDispute } from '../../src/domain/dispute/dispute.ts'
import { formatMoney } from '../../src/domain/money.ts'

/** The dispute as an operator reads it: how it stands, what money has moved, and what happens next. */
export function describeDispute(dispute: Dispute): string {
  const { word, moves, currency, providerRef, provider, paymentId, held, calls } = dispute
  const money = moves.map(
    ({ kind, amountMinor, moveId }) =>
      `- ${kind} ${formatMoney(amountMinor, currency)} · ${moveId}`,
  )
  const next = deadlines(dispute).map(
    ({ name, at }) => `- ${name} at ${new Date(at).toISOString()}`,
  )
  const open = calls.map(({ kind, reference }) => `- waits for ${kind} ${reference}`)
  const amount = word ? [formatMoney(word.amountMinor, currency), word.reason] : []
  return [
    [`**${statusOfDispute(dispute)}**`, stageOfDispute(dispute), ...amount].join(' · '),
    `${providerRef} at ${provider}, of payment ${paymentId}`,
    ...(held ? [`**Held:** ${held}`] : []),
    '',
    ...money,
    '',
    ...open,
    ...next,
  ].join('\n')
}
