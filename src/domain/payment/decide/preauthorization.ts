import { required } from '../../assert.ts'
import { accept, refuse } from '../../actor/decision.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import { newCall } from '../../actor/new-call.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Payment, Transaction } from '../payment.ts'
import { chargeReference, completedCaptures, isDrawnOn } from '../payment.ts'
import type { Decide } from './context.ts'
import type { Context } from '../../actor/context.ts'

/**
 * Charges the hold for at most what is left of it: once, or in parts when the command keeps the rest
 * for more. A capture that leaves nothing is the last in any case.
 */
export const capture: Decide<PaymentCommandOf<'capture'>> = (payment, command, context) => {
  if (hasCapture(payment) && !isDrawnOn(payment)) return refuse('capture_exists')
  if (inFlight(payment)) return refuse('operation_in_progress')
  if (payment.phase !== 'authorized') return refuse('payment_not_capturable')
  if (command.keepsRest && !mayKeepRest(payment)) return refuse('several_captures_not_allowed')
  const leftMinor = payment.authorizedMinor - payment.capturedMinor
  const amountMinor = command.amountMinor ?? leftMinor
  if (amountMinor > leftMinor) return refuse('capture_exceeds_preauthorized')
  const transaction = newTransaction(payment, 'CAPTURE', amountMinor, command.description, context)
  const { transId } = transaction
  const call = {
    ...callOf(payment, 'capture', transaction),
    ...(command.keepsRest && amountMinor < leftMinor && { keepsRest: true as const }),
  }
  return accept([{ type: 'captureStarted', transaction, call }], { transId })
}

/** Parts of a marketplace are charged together: nobody can say whose part a capture would be. */
const mayKeepRest = ({ merchant, subpayments }: Payment): boolean =>
  merchant.severalCaptures === true && subpayments.length === 0

/** Changes the amount of the hold to a new total. */
export const adjust: Decide<PaymentCommandOf<'adjust'>> = (payment, command, context) => {
  if (hasCapture(payment)) return refuse('capture_exists')
  if (inFlight(payment)) return refuse('operation_in_progress')
  if (payment.phase !== 'authorized') return refuse('payment_not_adjustable')
  if (command.amountMinor === payment.authorizedMinor) return refuse('adjustment_changes_nothing')
  const transaction = {
    ...newTransaction(payment, 'ADJUSTMENT', command.amountMinor, command.description, context),
    previousMinor: payment.authorizedMinor,
  }
  const { transId } = transaction
  return accept(
    [{ type: 'adjustmentStarted', transaction, call: callOf(payment, 'adjust', transaction) }],
    { transId },
  )
}

/** Takes the latest standing adjustment back: the amount goes to what it was before. */
export const withdraw: Decide<PaymentCommandOf<'withdraw'>> = (payment, command, context) => {
  const { transId } = command
  const transaction = payment.transactions.find((one) => one.transId === transId)
  if (!transaction) return refuse('transaction_not_found')
  if (hasCapture(payment)) return refuse('capture_exists')
  if (inFlight(payment)) return refuse('operation_in_progress')
  const standing = payment.transactions.filter(
    ({ type, status }) => type === 'ADJUSTMENT' && status === 'COMPLETED',
  )
  if (payment.phase !== 'authorized' || standing.at(-1)?.transId !== transId)
    return refuse('transaction_not_withdrawable')
  const reference = referenceOf(payment.id, 'withdraw', context.commandId)
  const call = {
    ...newCall('adjust', reference, required(transaction.previousMinor, 'previous amount')),
    originalReference: chargeReference(payment),
    transId,
    withdraws: true,
    ...(command.traced && { refusalId: transIdOf(context.commandId) }),
  }
  return accept([{ type: 'withdrawalStarted', transId, call }], { transId })
}

const hasCapture = (payment: Payment): boolean => completedCaptures(payment).length > 0

const inFlight = ({ phase }: Payment): boolean =>
  ['adjusting', 'capturing', 'reversing'].includes(phase)

function newTransaction(
  payment: Payment,
  type: 'CAPTURE' | 'ADJUSTMENT',
  amountMinor: number,
  description: string | undefined,
  { commandId, now }: Context,
): Transaction {
  return {
    transId: transIdOf(commandId),
    type,
    status: 'PENDING',
    amountMinor,
    reference: referenceOf(payment.id, type === 'CAPTURE' ? 'capture' : 'adjust', commandId),
    ...(description ? { description } : {}),
    createdAt: now,
    updatedAt: now,
  }
}

const callOf = (payment: Payment, kind: 'capture' | 'adjust', transaction: Transaction) => ({
  ...newCall(kind, required(transaction.reference, 'reference'), transaction.amountMinor),
  originalReference: chargeReference(payment),
  transId: transaction.transId,
})
