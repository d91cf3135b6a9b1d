import { formatMoney } from '../domain/money.ts'
import { describeReason } from '../domain/reasons/given-reason.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { statusOfPhase } from '../domain/payment/phase.ts'
import type { IncidentParts } from './incident/incident.ts'
import { duration } from './times.ts'

/** What happened, in a few sentences. */
export function summarize({ payment, timeline, attempts }: IncidentParts): string[] {
  const { order, merchant, method, createdAt, updatedAt } = payment
  const money = formatMoney(order.amountMinor, order.currency)
  const failed = attempts.filter(({ status }) => status === null || status >= 300).length
  return [
    `${merchant.name} asked for ${money} by ${method}. ${endOf(payment)}`,
    `From the first message to the last change it took ${duration(updatedAt - createdAt)}, in ${String(payment.version)} recorded steps.`,
    ...(payment.held ? [`It is held for an operator: ${payment.held}.`] : []),
    ...(payment.calls[0]
      ? [`It waits for the answer to ${payment.calls[0].kind} ${payment.calls[0].reference}.`]
      : []),
    ...(timeline.some(({ text }) => text.startsWith('outcome unknown'))
      ? ['A provider did not answer; the outcome was unknown for a while and was then inquired.']
      : []),
    ...(failed > 0
      ? [`${String(failed)} of ${String(attempts.length)} notification attempts failed.`]
      : []),
  ]
}

function endOf(payment: Payment): string {
  const { order, phase, rejectCode } = payment
  const money = (minor: number) => formatMoney(minor, order.currency)
  const back = payment.refundedMinor > 0 ? `, ${money(payment.refundedMinor)} was refunded` : ''
  switch (statusOfPhase[phase]) {
    case 'COMPLETED':
      return payment.capturedMinor > 0
        ? `It was paid: ${money(payment.capturedMinor)}${back}.`
        : `${money(payment.authorizedMinor)} is on hold.`
    case 'SETTLED':
      return `It was paid and settled: ${money(payment.capturedMinor)}${back}.`
    case 'REJECTED':
    case 'CANCELLED':
    case 'ERROR':
      return `It ended ${statusOfPhase[phase]}${rejectCode ? ` because of ${describeReason(payment)}` : ''}; no money is kept.`
    default:
      return `It has not ended: it is ${statusOfPhase[phase]} (${phase}).`
  }
}
