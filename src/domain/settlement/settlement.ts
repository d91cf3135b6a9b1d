import type { CommandMessage } from '../actor/message.ts'
import type { PaymentCommandOf } from '../payment/commands.ts'
import { moverOf } from '../instrument.ts'
import { chargeReference, failedAttempts } from '../payment/payment.ts'
import { batchOf, isSettled } from '../payment/operations/settlement.ts'
import type { Payment, Transaction, TransactionType } from '../payment/payment.ts'
import type { Phase } from '../payment/phase.ts'
import type { RefusalCode } from '../refusal.ts'
import { accountProvider, batchIdFor, providerOf, readBatchId } from './settling-provider.ts'

/** One line of a provider's report. */
export type SettlementLine = ChargeLine | DisputeLine

interface Line {
  line: number
  reference: string
  amountMinor: number
  currency: string
  /** What the provider keeps of it, where it says so. */
  feeMinor?: number
}

/** Money of a payment, or of a refund, by our own reference. */
export interface ChargeLine extends Line {
  operation: 'authorize' | 'capture' | 'refund'
}

/** Money that a dispute took or gave back; the reference is the provider's name of that move. */
export interface DisputeLine extends Line {
  operation: 'dispute' | 'disputeReversal'
  dispute: DisputedCharge
}

export interface DisputedCharge {
  /** What the provider calls the dispute. */
  providerRef: string
  charge: { reference: string } | { acquirerRef: string }
  /** When the money moved, in epoch milliseconds. */
  at: number
}

export const isDisputeLine = <L extends SettlementLine>(
  line: L,
): line is Extract<L, { operation: DisputeLine['operation'] }> =>
  line.operation === 'dispute' || line.operation === 'disputeReversal'

/** Where a provider's report and our books part. */
export const lineDifferences = [
  'unknown_reference',
  'other_provider',
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

/** A payment is settled, a refund or a dispute is ours, or money of a payment that failed came and went back. */
export const goodOutcomes = ['settled', 'matched', 'returned'] as const

/** What a line has come to. */
export type LineOutcome = (typeof goodOutcomes)[number] | LineDifference

/** `settle` asks the payment; `wait` says that it is busy and will soon know. */
export type LineVerdict = LineOutcome | 'settle' | 'wait'

/** Holds a line against the payment that its reference names. */
export function judgeLine(
  line: ChargeLine,
  batchId: string,
  payment: Payment | undefined,
): LineVerdict {
  if (!payment) return 'unknown_reference'
  const transaction = transactionOf(line, payment)
  const attempt = attemptUndone(line, batchId, payment)
  const returned = attempt ?? (isReturned(line, payment, transaction) ? payment.order : undefined)
  if (returned) return verdictOnReturn(line, payment, returned.amountMinor)
  if (!transaction) return 'unknown_reference'
  if (providerOf(payment) !== readBatchId(batchId).provider) return 'other_provider'
  if (line.currency !== payment.order.currency) return 'other_currency'
  if (transaction.status === 'PENDING') return 'wait'
  if (transaction.status !== 'COMPLETED') return 'not_settleable'
  if (line.amountMinor !== transaction.amountMinor) return 'other_amount'
  return line.operation === 'refund' ? 'matched' : verdictOnCharge(payment, batchId, transaction)
}

/** What a payment's refusal of its line means for the report. */
export function differenceOf(code: RefusalCode): LineDifference {
  if (code === 'operation_in_progress') return 'still_in_progress'
  if (code === 'settlement_amount_differs') return 'other_amount'
  return code === 'payment_held' ? 'payment_held' : 'not_settleable'
}

/** The daily schedule and a run by hand name their batch in the same way. */
export const settlementWorkflowId = (batchId: string): string => workflowIdOf('settle', batchId)
export function batchIdOf(workflowId: string): string {
  const [, provider = '', ...name] = workflowId.split('/')
  return batchIdFor(provider, name.join('/'))
}

const workflowIdOf = (kind: string, batchId: string): string => {
  const { provider, name } = readBatchId(batchId)
  return `${kind}/${provider}/${name}`
}

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
  command: { name: 'settle', batch: batchId, line, reference, amountMinor, kept: true },
  actor: 'settlement',
  requestId: `settle-${batchId}-${line}`,
})

/** Tells the payments of a batch, after it. */
export const toldWorkflowId = (batchId: string): string => workflowIdOf('told', batchId)

const transactionOf = (line: ChargeLine, { transactions }: Payment): Transaction | undefined =>
  transactions.find(
    ({ reference, type }) => reference === line.reference && lineTypes[line.operation] === type,
  )

/**
 * A charge through an account that came to nothing before another was asked: it was undone for
 * certain, and an account that gives back where others reverse reports it and its way back.
 */
function attemptUndone(
  line: ChargeLine,
  batchId: string,
  payment: Payment,
): Transaction | undefined {
  const { provider } = readBatchId(batchId)
  const isOurs = payment.transactions.some(({ reference }) => reference === line.reference)
  return failedAttempts(payment).find(
    ({ via, reference }) =>
      accountProvider(payment.merchantId, via) === provider &&
      (line.operation === 'refund' ? !isOurs : reference === line.reference),
  )
}

/**
 * BLIK, banks and some accounts of merchants know no reversal of what was captured: they report the money
 * of a payment that failed or was cancelled, and its way back. An acquirer of our own reports neither.
 */
function isReturned(
  { operation, reference }: ChargeLine,
  payment: Payment,
  charge: Transaction | undefined,
): boolean {
  if (!FAILED.has(payment.phase) || !payment.instrument) return false
  if (moverOf(payment.instrument.type) === 'acquirer' && payment.via === undefined) return false
  const cancels = payment.transactions.filter(({ type }) => undoing.has(type))
  if (operation !== 'refund') return !!charge && (payment.sentBack === true || cancels.length > 0)
  const isSentBack = payment.sentBack === true && reference === `${chargeReference(payment)}-back`
  return isSentBack || cancels.some((cancel) => cancel.reference === reference)
}

const undoing: ReadonlySet<TransactionType> = new Set<TransactionType>(['CANCEL', 'REVERSAL'])

const FAILED: ReadonlySet<Phase> = new Set<Phase>(['rejected', 'cancelled', 'errored'])

function verdictOnReturn(line: ChargeLine, { order }: Payment, amountMinor: number): LineOutcome {
  if (line.currency !== order.currency) return 'other_currency'
  return line.amountMinor === amountMinor ? 'returned' : 'other_amount'
}

const lineTypes: Record<ChargeLine['operation'], TransactionType> = {
  authorize: 'AUTH',
  capture: 'CAPTURE',
  refund: 'REFUND',
}

function verdictOnCharge(payment: Payment, batchId: string, charge: Transaction): LineVerdict {
  const { phase } = payment
  if (isSettled(payment, charge))
    return batchOf(payment, charge) === batchId ? 'settled' : 'settled_before'
  // A hold that has a completed capture is captured in parts, and each has a line of its own.
  if (phase === 'paid' || phase === 'authorized') return 'settle'
  return phase === 'reversing' || phase === 'capturing' ? 'wait' : 'not_settleable'
}
