import type { CommandMessage } from './actor/message.ts'
import type { PaymentCommandOf } from './payment/commands.ts'
import type { Payment, TransactionType } from './payment/payment.ts'
import type { RefusalCode } from './refusal.ts'

/** One line of the acquirer's report. */
export interface SettlementLine {
  line: number
  reference: string
  operation: 'authorize' | 'capture' | 'refund'
  amountMinor: number
  currency: string
}

/** Where the acquirer's report and our books part. */
export const lineDifferences = [
  'unknown_reference',
  'duplicate_line',
  'other_currency',
  'other_amount',
  'settled_before',
  'not_settleable',
  'still_in_progress',
  'payment_held',
  'payment_closed',
  'no_answer',
] as const
export type LineDifference = (typeof lineDifferences)[number]

/** What a line has come to: its payment is settled, its refund is ours, or a difference. */
export type LineOutcome = 'settled' | 'matched' | LineDifference

/** `settle` asks the payment; `wait` says that it is busy and will soon know. */
export type LineVerdict = LineOutcome | 'settle' | 'wait'

/** Holds a line against the payment that its reference names. */
export function judgeLine(
  line: SettlementLine,
  batchId: string,
  payment: Payment | undefined,
): LineVerdict {
  const transaction = payment?.transactions.find(
    ({ reference, type }) => reference === line.reference && lineTypes[line.operation] === type,
  )
  if (!payment || !transaction) return 'unknown_reference'
  if (line.currency !== payment.order.currency) return 'other_currency'
  if (transaction.status === 'PENDING') return 'wait'
  if (transaction.status !== 'COMPLETED') return 'not_settleable'
  if (line.amountMinor !== transaction.amountMinor) return 'other_amount'
  return line.operation === 'refund' ? 'matched' : verdictOnCharge(payment, batchId)
}

/** What a payment's refusal of its line means for the report. */
export function differenceOf(code: RefusalCode): LineDifference {
  if (code === 'operation_in_progress') return 'still_in_progress'
  if (code === 'settlement_amount_differs') return 'other_amount'
  return code === 'payment_held' ? 'payment_held' : 'not_settleable'
}

const ACQUIRER = 'acquirer'

/** The daily schedule and a run by hand name their batch in the same way. */
export const settlementWorkflowId = (batchId: string): string => `settle/${ACQUIRER}/${batchId}`
export const batchIdOf = (workflowId: string): string => workflowId.split('/').slice(2).join('/')

/** A payment that was busy is asked again under another id: the first one has its answer for good. */
export const settleMessageId = (batchId: string, line: number, attempt: number): string =>
  `msg/settle/${batchId}/${line}${attempt === 1 ? '' : `/${attempt}`}`

/** The command to the payment that a line names. */
export const settleMessage = (
  batchId: string,
  { line, reference, amountMinor }: Pick<SettlementLine, 'line' | 'reference' | 'amountMinor'>,
  attempt: number,
): CommandMessage<PaymentCommandOf<'settle'>> => ({
  type: 'command',
  id: settleMessageId(batchId, line, attempt),
  command: { name: 'settle', batch: batchId, line, reference, amountMinor },
  actor: 'settlement',
  requestId: `settle-${batchId}-${line}`,
})

/** Tells the payments of a batch, after it. */
export const toldWorkflowId = (batchId: string): string => `told/${ACQUIRER}/${batchId}`

const lineTypes: Record<SettlementLine['operation'], TransactionType> = {
  authorize: 'AUTH',
  capture: 'CAPTURE',
  refund: 'REFUND',
}

function verdictOnCharge({ phase, settlementBatch }: Payment, batchId: string): LineVerdict {
  if (phase === 'settled') return settlementBatch === batchId ? 'settled' : 'settled_before'
  if (phase === 'paid') return 'settle'
  return phase === 'reversing' ? 'wait' : 'not_settleable'
}
