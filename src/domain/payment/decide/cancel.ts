import { cancelledBy } from '../../reasons/reason.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept, refuse } from '../../actor/decision.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import type { Family } from '../../instrument.ts'
import type { PaymentCommandOf } from '../commands.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import { chargeReference, familyOf } from '../payment.ts'
import type { Ending } from '../../actor/ending.ts'
import type { RefusalCode } from '../../refusal.ts'
import type { Decide } from './context.ts'
import type { Context } from '../../actor/context.ts'
import { cancelAtProvider } from './provider.ts'
import { releaseRest } from './release-rest.ts'

/** Cancels where no money has moved, awaits and reverses where it may be moving, reverses where it has. */
export const cancel: Decide<PaymentCommandOf<'cancel'>> = (payment, command, context) => {
  const ending: Ending = { status: 'cancelled', rejectCode: cancelledBy[command.by] }
  switch (payment.phase) {
    case 'gathering':
    case 'opening':
    case 'awaitingDetails':
    case 'profiling':
    case 'authenticating':
    case 'challenging':
    case 'routing':
      return accept([{ type: 'cancelled', rejectCode: ending.rejectCode }])
    case 'authorizing':
    case 'resolving':
      return payment.ending
        ? refuse('cancel_in_progress')
        : accept([{ type: 'endRequested', ending }])
    case 'awaitingPayer':
      return accept([{ type: 'givingUpStarted', ending, call: cancelAtProvider(payment) }])
    case 'authorized':
      if (command.releasesRest && payment.capturedMinor > 0) return releaseRest(payment)
      return cancelCompleted(payment, command, ending, context)
    case 'paid':
      return cancelCompleted(payment, command, ending, context)
    case 'undoing':
    case 'givingUp':
    case 'reversing':
      return refuse('cancel_in_progress')
    case 'adjusting':
    case 'capturing':
      return refuse('operation_in_progress')
    case 'settled':
    case 'rejected':
    case 'cancelled':
    case 'errored':
      return refuse('payment_not_cancellable')
  }
}

function cancelCompleted(
  payment: Payment,
  command: PaymentCommandOf<'cancel'>,
  ending: Ending,
  context: Context,
): Decision<Event> {
  const obstacle = obstacleTo(payment, command, context)
  if (obstacle) return refuse(obstacle)
  const transId = transIdOf(context.commandId)
  return accept([reversal(payment, context, { ...ending, transId }, 'CANCEL', command)], {
    transId,
  })
}

function obstacleTo(
  payment: Payment,
  command: PaymentCommandOf<'cancel'>,
  { wall }: Context,
): RefusalCode | undefined {
  if (payment.transactions.some(({ type, status }) => type === 'CAPTURE' && status === 'COMPLETED'))
    return 'capture_exists'
  if (payment.refunds.some(({ status }) => status !== 'REJECTED')) return 'refund_exists'
  if (payment.settlementBatch !== undefined || wall === 'batchClosed')
    return 'settlement_in_progress'
  if (!isUndoable(payment, command)) return 'payment_not_cancellable'
  return wall === 'balanceShort' ? 'insufficient_refund_balance' : undefined
}

/** What undoes a charge: BLIK and banks know no reversal, and send the money back. */
const reversals: Record<Family, 'reverse' | 'refund'> = {
  card: 'reverse',
  networkToken: 'reverse',
  wallet: 'reverse',
  blik: 'refund',
  bank: 'refund',
}

/** What is sent back is sent by a provider who can; it was once known of BLIK alone that it does. */
function isUndoable(payment: Payment, { givesBack }: PaymentCommandOf<'cancel'>): boolean {
  const family = familyOf(payment)
  return reversals[family] === 'reverse' || (givesBack ?? family === 'blik')
}

/** Gives the money or the hold back; the money leaves the merchant's balance when this is accepted. */
export function reversal(
  payment: Payment,
  { commandId, now }: Context,
  ending: Ending & { transId: string },
  reason: 'CANCEL' | 'EXPIRY',
  { description, givesBack }: Partial<PaymentCommandOf<'cancel'>> = {},
): Event {
  // The end of a hold is nobody's command: its reference is the same for ever.
  const reference = referenceOf(payment.id, 'cancel', reason === 'EXPIRY' ? 'expired' : commandId)
  const amountMinor = payment.authorizedMinor
  const kind = reversals[familyOf(payment)]
  return {
    type: 'reversalStarted',
    ending,
    transaction: {
      transId: ending.transId,
      type: kind === 'refund' && givesBack ? 'REVERSAL' : 'CANCEL',
      status: 'PENDING',
      amountMinor,
      reference,
      ...(description ? { description } : {}),
      createdAt: now,
      updatedAt: now,
    },
    call: {
      ...newCall(kind, reference, amountMinor),
      originalReference: chargeReference(payment),
      reason,
      transId: ending.transId,
    },
  }
}
