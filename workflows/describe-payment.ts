import { formatMoney } from '../src/domain/money.ts'
import { describeReason } from '../src/domain/reasons/given-reason.ts'
import { deadlines } from '../src/domain/payment/deadlines.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { statusOfPhase } from '../src/domain/payment/phase.ts'

/** The payment as an operator reads it: where the money is, and what happens next. */
export function describePayment(payment: Payment): string {
  const { order } = payment
  const money = payment.transactions.map(
    ({ type, status, amountMinor, reference, ...reason }) =>
      `| ${type} | ${status} | ${formatMoney(amountMinor, order.currency)} | ${describeReason(reason)} | ${reference ?? ''} |`,
  )
  const next = deadlines(payment).map(
    ({ name, at }) => `- ${name} at ${new Date(at).toISOString()}`,
  )
  const open = payment.calls.map(({ kind, reference }) => `- waits for ${kind} ${reference}`)
  return [
    `**${statusOfPhase[payment.phase]}** (${payment.phase}) · ${formatMoney(order.amountMinor, order.currency)} · ${payment.method}`,
    ...(payment.held ? [`**Held:** ${payment.held}`] : []),
    '',
    '| Transaction | Status | Amount | Reason | Reference |',
    '|---|---|---|---|---|',
    ...money,
    '',
    ...open,
    ...next,
  ].join('\n')
}
