import type { Posting } from '../../ledger.ts'
import { bank, feeIncome, feesOwed, receivableOf } from '../../ledger.ts'
import { feeMinor } from '../../settlement/fees.ts'
import type { PaymentCommandOf } from '../commands.ts'
import { started } from '../patch.ts'
import type { Transaction } from '../payment.ts'
import { completedCaptures } from '../payment.ts'
import type { Phase } from '../phase.ts'
import { move } from './money-moves.ts'
import type { Context, Decided, Operation, Payment } from './operation.ts'
import { accept, good, internal, plain, refuse } from './operation.ts'

/** The report of its provider names a payment: the money is on our account. */
export const settlement = {
  commands: { settle: { decide: settle, words: 'The report of the provider names the payment' } },
  deadlines: {},
  calls: {},
  events: {
    settlementClosed: {
      moves: 'none',
      changes: (_, { batch }) => ({ settlementBatch: batch }),
      ...internal,
      words: plain('in a settlement batch'),
    },
    settled: {
      moves: { from: ['paid'], to: 'settled' },
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: (payment, { transaction }) => moveSettled(payment, transaction),
      notifies: 'payment',
      words: good('settled'),
    },
    partSettled: {
      moves: 'none',
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: (payment, { transaction }) => moveSettled(payment, transaction),
      notifies: 'none',
      words: good('a capture settled'),
    },
    allSettled: {
      moves: { from: ['paid'], to: 'settled' },
      changes: 'none',
      posts: 'none',
      notifies: 'payment',
      words: good('every capture settled'),
    },
  },
} satisfies Operation

function moveSettled(payment: Payment, { amountMinor, feeMinor: fee = 0 }: Transaction): Posting[] {
  return [
    ...move(payment, bank, receivableOf(payment), amountMinor),
    ...move(payment, feesOwed(payment.merchantId), feeIncome, fee),
  ]
}

type SettleCommand = PaymentCommandOf<'settle'>

/** The settlement report of its provider has a line for this payment. */
function settle(payment: Payment, command: SettleCommand, { now }: Context): Decided {
  const { batch, reference, amountMinor } = command
  if (payment.phase === 'settled' && payment.settlementBatch === batch) return accept([])
  if (busy.has(payment.phase)) return refuse('operation_in_progress')
  if (isInParts(payment)) return settlePart(payment, command, now)
  if (payment.phase !== 'paid' || !isCharge(payment, reference))
    return refuse('payment_not_settleable')
  if (amountMinor !== payment.capturedMinor) return refuse('settlement_amount_differs')
  return accept([
    { type: 'settlementClosed', batch },
    { type: 'settled', transaction: settlementOf(payment, command, now) },
  ])
}

/** Several captures, or one that may not be the last: each has a line of its own. */
const isInParts = (payment: Payment): boolean =>
  completedCaptures(payment).length > 1 ||
  (payment.phase === 'authorized' && payment.capturedMinor > 0)

/** The payment is settled with the last capture of a hold that has ended. */
function settlePart(payment: Payment, command: SettleCommand, now: number): Decided {
  const { batch, reference, amountMinor } = command
  const capture = completedCaptures(payment).find((one) => one.reference === reference)
  const open = openCaptures(payment)
  if (capture && !open.includes(capture) && batchOf(payment, capture) === batch) return accept([])
  if (!capture || !open.includes(capture)) return refuse('payment_not_settleable')
  if (amountMinor !== capture.amountMinor) return refuse('settlement_amount_differs')
  const part = completedCaptures(payment).length - open.length + 1
  const transaction = settlementOf(payment, command, now, `-${String(part)}`)
  const isLast = payment.phase === 'paid' && open.length === 1
  return accept([
    { type: 'settlementClosed', batch },
    { type: 'partSettled', transaction },
    ...(isLast ? [{ type: 'allSettled' as const }] : []),
  ])
}

/** Captures that no report has named yet. */
export const openCaptures = (payment: Payment): Transaction[] =>
  completedCaptures(payment).filter((capture) => !isSettled(payment, capture))

export const isSettled = (
  { transactions }: Pick<Payment, 'transactions'>,
  { reference }: Pick<Transaction, 'reference'>,
): boolean => transactions.some((one) => one.type === 'SETTLEMENT' && one.reference === reference)

/** The batch that has settled a charge; of earlier ones the last one of the payment is known. */
export const batchOf = (
  { transactions, settlementBatch }: Pick<Payment, 'transactions' | 'settlementBatch'>,
  { reference }: Pick<Transaction, 'reference'>,
): string | undefined =>
  transactions.find((one) => one.type === 'SETTLEMENT' && one.reference === reference)?.batch ??
  settlementBatch

function settlementOf(
  payment: Payment,
  { reference, amountMinor, batch, kept }: SettleCommand,
  now: number,
  part = '',
): Transaction {
  const fee = settlementFee(payment, amountMinor)
  return {
    transId: `t${payment.id}-settlement${part}`,
    type: 'SETTLEMENT',
    status: 'COMPLETED',
    amountMinor,
    reference,
    ...(fee > 0 && { feeMinor: fee }),
    ...(kept && { batch }),
    createdAt: now,
    updatedAt: now,
  }
}

/** What it costs the merchant, by what was agreed when the payment was made. */
export const settlementFee = ({ merchant, method, order }: Payment, amountMinor: number): number =>
  feeMinor(merchant.fees, method, amountMinor, order.currency)

/** An answer of the acquirer is on its way; after it the payment may well be there to settle. */
const busy: ReadonlySet<Phase> = new Set<Phase>([
  'authorizing',
  'resolving',
  'undoing',
  'capturing',
  'reversing',
])

const isCharge = ({ transactions }: Payment, reference: string): boolean =>
  transactions.some(
    (one) =>
      one.reference === reference &&
      one.status === 'COMPLETED' &&
      (one.type === 'AUTH' || one.type === 'CAPTURE'),
  )
