import { required } from '../../assert.ts'
import type { Ending } from '../../actor/ending.ts'
import { newCall } from '../../actor/new-call.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import type { Family } from '../../instrument.ts'
import { payable, reserved } from '../../ledger.ts'
import { cancelledBy } from '../../reasons/reason.ts'
import type { RefusalCode } from '../../refusal.ts'
import type { PaymentCommandOf } from '../commands.ts'
import { kept, started } from '../patch.ts'
import { chargeReference, completedCaptures, familyOf } from '../payment.ts'
import { authorizationUndone } from './authorization.ts'
import { releaseRest } from './capture.ts'
import { hasFailed } from './late-charge.ts'
import { moveSale } from './money-moves.ts'
import { cancelAtProvider } from './payer-provider.ts'
import { endRedirect } from './redirect.ts'
import { reasonOf } from './verdict.ts'
import type { Call, Context, Decided, Event, Operation, Payment, Verdict } from './operation.ts'
import { accept, bad, plain, refuse } from './operation.ts'

/** A payment is cancelled where it can be; what was charged or held is given back. */
export const reversal = {
  commands: {
    cancel: {
      decide: cancel,
      words: 'Merchant, payer or operator ends the payment; what was charged is given back',
    },
  },
  deadlines: {
    holdEnd: {
      at: ({ phase, holdUntil }) => (phase === 'authorized' ? holdUntil : undefined),
      decide: endHold,
    },
  },
  calls: {
    reverse: {
      repeats: 'untilAnswered',
      made: 'outside',
      atProvider: 'reverse',
      aboutCharge: true,
      asks: 'nothing',
      words: 'reverse',
      verdict: (payment, call, verdict, answers) =>
        payment.phase === 'undoing'
          ? authorizationUndone(payment, answers)
          : reversalVerdict(payment, call, verdict, answers),
    },
  },
  events: {
    reversalStarted: {
      moves: { from: ['authorized', 'paid'], to: 'reversing' },
      changes: (payment, { transaction, ending }) => ({ ...started(payment, transaction), ending }),
      posts: (payment) => moveSale(payment, payable, reserved),
      notifies: 'none',
      words: plain('reversal started'),
    },
    holdKept: {
      moves: { from: ['reversing'], to: 'authorized' },
      changes: (payment, { transId, ...reason }, at) => kept(payment, transId, reason, at),
      posts: 'none',
      notifies: 'transaction',
      words: bad('reversal refused, the hold stays'),
    },
    saleKept: {
      moves: { from: ['reversing'], to: 'paid' },
      changes: (payment, { transId, ...reason }, at) => kept(payment, transId, reason, at),
      posts: (payment) => moveSale(payment, reserved, payable),
      notifies: 'transaction',
      words: bad('reversal refused, the sale stays'),
    },
  },
} satisfies Operation

/** A hold is over, by its time or because the acquirer has let go of it: what is left of it is given back. */
export function endHold(payment: Payment, context: Context): Decided {
  if (payment.capturedMinor > 0) return releaseRest(payment)
  const transId = `t${payment.id}-release`
  const ending = { status: 'cancelled', rejectCode: 'PREAUTH_EXPIRED', transId } as const
  return accept([startReversal(payment, context, ending, 'EXPIRY')])
}

/** Cancels where no money has moved, awaits and reverses where it may be moving, reverses where it has. */
function cancel(payment: Payment, command: PaymentCommandOf<'cancel'>, context: Context): Decided {
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
    case 'redirected':
      return endRedirect(payment, ending)
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
): Decided {
  const obstacle = obstacleTo(payment, command, context)
  if (obstacle) return refuse(obstacle)
  const transId = transIdOf(context.commandId)
  return accept([startReversal(payment, context, { ...ending, transId }, 'CANCEL', command)], {
    transId,
  })
}

function obstacleTo(
  payment: Payment,
  command: PaymentCommandOf<'cancel'>,
  { wall }: Context,
): RefusalCode | undefined {
  if (completedCaptures(payment).length > 0) return 'capture_exists'
  if (payment.refunds.some(({ status }) => status !== 'REJECTED')) return 'refund_exists'
  if (payment.settlementBatch !== undefined || wall === 'batchClosed')
    return 'settlement_in_progress'
  if (!isUndoable(payment, command)) return 'payment_not_cancellable'
  if (wall === 'disputed') return 'payment_disputed'
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
function startReversal(
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
      ...(description && { description }),
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

/** A reversal that was asked for: done, or refused, and then the money stays where it was. */
export function reversalVerdict(
  payment: Payment,
  call: Call,
  verdict: Verdict,
  answers: string,
): Decided {
  if (call.reason === 'REMAINDER') return accept([{ type: 'remainderReleased', answers }])
  if (hasFailed(payment)) return accept([{ type: 'lateChargeUndone', answers }])
  const { ending } = payment
  // A cancel that was closed unheard has not happened; a hold at its end is over either way.
  const over = verdict.type === 'undone' && call.reason !== 'CANCEL'
  if (verdict.type === 'approved' || over)
    return accept([
      { type: 'cancelled', answers, rejectCode: ending?.rejectCode ?? 'CANCELLED_BY_MERCHANT' },
    ])
  const fact = { answers, transId: required(call.transId, 'transaction'), ...reasonOf(verdict) }
  return accept([
    payment.capturedMinor > 0 ? { type: 'saleKept', ...fact } : { type: 'holdKept', ...fact },
  ])
}
