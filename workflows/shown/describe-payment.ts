import { formatMoney } from '../../src/domain/money.ts'
import { describeReason } from '../../src/domain/reasons/given-reason.ts'
import { deadlines } from '../../src/domain/payment/deadlines.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { statusOfPhase } from '../../src/domain/payment/phase.ts'

/** The payment as an operator reads it: where the money is, and what happens next. */
export function describePayment(payment: Payment): string {
  const { order } = payment
  const money = payment.transactions.map(({ type, status, amountMinor, reference, ...reason }) => {
    const facts = [`${type} ${status}`, formatMoney(amountMinor, order.currency)]
    return `- ${[...facts, describeReason(reason), reference].filter(Boolean).join(' · ')}`
  })
  const next = deadlines(payment).map(
    ({ name, at }) => `- ${name} at ${new Date(at).toISOString()}`,
  )
  const open = payment.calls.map(({ kind, reference }) => `- waits for ${kind} ${reference}`)
  return [
    `**${statusOfPhase[payment.phase]}** (${payment.phase}) · ${formatMoney(order.amountMinor, order.currency)} · ${instrumentOf(payment)}`,
    ...(payment.held ? [`**Held:** ${payment.held}`] : []),
    '',
    ...money,
    '',
    ...open,
    ...next,
  ].join('\n')
}

/** `CARD VISA 400000******1000`, as far as it is known. */
export const instrumentOf = ({
  method,
  instrument,
}: Pick<Payment, 'method' | 'instrument'>): string =>
  [method, instrument?.organization, instrument?.cardMask].filter(Boolean).join(' ')
