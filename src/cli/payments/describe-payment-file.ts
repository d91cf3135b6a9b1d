import { formatMoney } from '../../domain/money.ts'
import { describeReason } from '../../domain/reasons/given-reason.ts'
import { deadlines } from '../../domain/payment/deadlines.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { timeAndDistance } from '../../desk/relative-time.ts'
import { table } from '../table.ts'

/** A payment on one screen. */
export function describePaymentFile(
  { state, notifications, approvals }: PaymentFile,
  now = Date.now(),
): string {
  const { order, phase, merchant, calls } = state
  const money = (minor: number) => formatMoney(minor, order.currency)
  // By the payment's own clock, which the sandbox can move.
  const time = (at: number) => timeAndDistance(at, now + state.clockOffsetMs)
  const waiting = notifications.filter((one) => one.state === 'pending').length
  const lines: [string, string][] = [
    ['payment', `${state.id}, version ${String(state.version)}`],
    [
      'status',
      `${statusOfPhase[phase]} (${phase})${state.rejectCode ? `, ${describeReason(state)}` : ''}`,
    ],
    [
      'amount',
      `${money(order.amountMinor)}, ${state.method} ${state.instrument?.cardMask ?? ''}`.trim(),
    ],
    ['merchant', `${state.merchantId} ${merchant.name}`],
    ['order', order.extOrderId ?? ''],
    ['created', time(state.createdAt)],
    ['updated', time(state.updatedAt)],
    [
      'money',
      `authorised ${money(state.authorizedMinor)}, captured ${money(state.capturedMinor)}, ` +
        `refunded ${money(state.refundedMinor)}, reserved ${money(state.reservedMinor)}`,
    ],
    ['held', state.held ?? ''],
    ['waits for', calls.map(({ kind, reference }) => `${kind} ${reference}`).join(', ')],
    [
      'next',
      deadlines(state)
        .map(({ name, at }) => `${name} at ${time(at)}`)
        .join(', '),
    ],
    ['notifications', `${String(notifications.length)}, ${String(waiting)} not delivered`],
    ['approvals', approvals.length === 0 ? '' : String(approvals.length)],
  ]
  const rows = state.transactions.map((one) => [
    one.type,
    one.status,
    money(one.amountMinor),
    describeReason(one),
    one.reference,
    new Date(one.createdAt),
  ])
  return [
    ...lines.filter(([, text]) => text !== '').map(([name, text]) => `${name.padEnd(14)} ${text}`),
    '',
    table(['transaction', 'status', 'amount', 'reason', 'reference', 'at'], rows),
  ].join('\n')
}
