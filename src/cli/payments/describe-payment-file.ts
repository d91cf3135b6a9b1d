import { formatMoney } from '../../domain/money.ts'
import { describeReason } from '../../domain/reasons/given-reason.ts'
import { deadlines } from '../../domain/payment/deadlines.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { table } from '../table.ts'

/** A payment on one screen. */
export function describePaymentFile({ state, notifications, approvals }: PaymentFile): string {
  const { order, phase, merchant, calls } = state
  const money = (minor: number) => formatMoney(minor, order.currency)
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
    ['created', new Date(state.createdAt).toISOString()],
    ['updated', new Date(state.updatedAt).toISOString()],
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
        .map(({ name, at }) => `${name} at ${new Date(at).toISOString()}`)
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
