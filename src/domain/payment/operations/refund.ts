import { newCall } from '../../actor/new-call.ts'
import { referenceOf, refundIdOf, transIdOf } from '../../id.ts'
import { payable, receivableOf, refundInTransit, reserved } from '../../ledger.ts'
import { proRata } from '../../money.ts'
import type { RefusalCode } from '../../refusal.ts'
import type { PaymentCommandOf } from '../commands.ts'
import { closed, completed, refundOf, refundsWith, reserve, started } from '../patch.ts'
import type { Refund, Subpayment } from '../payment.ts'
import { chargeReference, completedCaptures, isDrawnOn, notRefundedMinor } from '../payment.ts'
import { moveRefund } from './money-moves.ts'
import { reversalVerdict } from './reversal.ts'
import { approvalOf, reasonOf } from './verdict.ts'
import type { Context, Decided, Event, Operation, Payment, Verdict } from './operation.ts'
import { accept, bad, good, plain, refuse } from './operation.ts'

/** Captured money goes back to the payer, reserved from the merchant's balance at once. */
export const refund = {
  commands: { refund: { decide: refundMoney, words: 'The merchant gives money back' } },
  deadlines: {
    refundWindowEnd: {
      at: ({ phase, closed: isClosed, refundUntil }) =>
        ['paid', 'settled'].includes(phase) && !isClosed ? refundUntil : undefined,
      decide: () => accept([{ type: 'closed' }]),
    },
  },
  calls: {
    refund: {
      repeats: 'bounded',
      made: 'inTask',
      atProvider: 'refund',
      aboutCharge: true,
      asks: 'nothing',
      words: 'refund',
      // What gives a whole payment back belongs to no refund of the merchant's.
      verdict: (payment, call, verdict, answers) =>
        call.refundId === undefined
          ? reversalVerdict(payment, call, verdict, answers)
          : refundVerdict(payment, call.refundId, verdict, answers),
    },
  },
  events: {
    refundAccepted: {
      moves: 'none',
      changes: (payment, { refund: made, transaction }) => ({
        ...started(payment, transaction),
        ...reserve(payment, made, made.amountMinor, 0),
        refunds: [...payment.refunds, made],
      }),
      posts: (payment, { refund: made }) => moveRefund(payment, made, payable, reserved),
      notifies: 'refund',
      words: plain('refund accepted'),
    },
    refundCompleted: {
      moves: 'none',
      changes: (payment, { refundId, ...approval }, at) => {
        const made = refundOf(payment, refundId)
        return {
          ...completed(payment, made.transId, approval, at),
          ...reserve(payment, made, -made.amountMinor, made.amountMinor),
          refunds: refundsWith(payment, refundId, 'COMPLETED', at),
        }
      },
      posts: (payment, { refundId }) => {
        const [transit, receivable] = [() => refundInTransit, () => receivableOf(payment)]
        return moveRefund(payment, refundOf(payment, refundId), reserved, transit, receivable)
      },
      notifies: 'refund',
      words: good('refund completed'),
    },
    refundRefused: {
      moves: 'none',
      changes: (payment, { refundId, ...reason }, at) => {
        const made = refundOf(payment, refundId)
        return {
          ...closed(payment, made.transId, 'REJECTED', at, reason),
          ...reserve(payment, made, -made.amountMinor, 0),
          refunds: refundsWith(payment, refundId, 'REJECTED', at, reason.rejectCode),
        }
      },
      posts: (payment, { refundId }) =>
        moveRefund(payment, refundOf(payment, refundId), reserved, payable),
      notifies: 'refund',
      words: bad('refund refused'),
    },
    refundFailed: {
      moves: 'none',
      changes: (payment, { refundId, ...reason }, at) => ({
        ...closed(payment, refundOf(payment, refundId).transId, 'ERROR', at, reason),
        refunds: refundsWith(payment, refundId, 'ERROR', at, reason.rejectCode),
      }),
      posts: 'none',
      notifies: 'refund',
      words: bad('refund failed'),
    },
  },
} satisfies Operation

type RefundCommand = PaymentCommandOf<'refund'>

export function refundMoney(payment: Payment, command: RefundCommand, context: Context): Decided {
  const known = command.extRefundId
    ? payment.refunds.find(({ extRefundId }) => extRefundId === command.extRefundId)
    : undefined
  if (known) return sameAgain(payment, known, command)
  const obstacle = obstacleTo(payment, command, context)
  if (obstacle) return refuse(obstacle)
  if (payment.subpayments.length > 0) return refundParts(payment, command, context)
  const leftMinor = notRefundedMinor(payment)
  const amountMinor = command.amountMinor ?? leftMinor
  if (amountMinor > leftMinor || amountMinor === 0) return refuse('refund_exceeds_amount')
  return acceptRefunds([newRefund(command, context, amountMinor)], payment, context)
}

/** The merchant's own id makes it one refund: the same content gets the same refund again. */
function sameAgain(payment: Payment, known: Refund, command: RefundCommand): Decided {
  const sameAmount =
    command.amountMinor === undefined
      ? known.whole === true
      : known.amountMinor === command.amountMinor && !known.whole
  const same =
    sameAmount &&
    known.description === command.description &&
    (known.whole === true || known.subpaymentId === command.subpaymentId)
  if (!same) return refuse('refund_id_reused')
  const siblings = payment.refunds.filter(({ commandId }) => commandId === known.commandId)
  return accept([], {
    refundId: known.refundId,
    refundIds: siblings.map(({ refundId }) => refundId),
  })
}

function obstacleTo(
  payment: Payment,
  command: RefundCommand,
  { now, wall }: Context,
): RefusalCode | undefined {
  if (payment.phase === 'reversing') return 'operation_in_progress'
  if (!isSold(payment)) return 'payment_not_refundable'
  if (payment.closed || (payment.refundUntil !== undefined && now >= payment.refundUntil))
    return 'refund_window_closed'
  const { subpaymentId } = command
  const isNamed = (part: Subpayment) => part.subpaymentId === subpaymentId
  if (subpaymentId !== undefined && !payment.subpayments.some(isNamed))
    return 'subpayment_not_found'
  if (
    payment.subpayments.length > 0 &&
    subpaymentId === undefined &&
    command.amountMinor !== undefined
  )
    return 'subpayment_required'
  if (wall === 'disputed') return 'payment_disputed'
  return wall === 'balanceShort' ? 'insufficient_refund_balance' : undefined
}

/** Parts that were captured of a hold can be refunded while the rest is held. */
const isSold = (payment: Payment): boolean =>
  payment.phase === 'paid' ||
  payment.phase === 'settled' ||
  (isDrawnOn(payment) && payment.capturedMinor > 0)

/** A marketplace payment is refunded part by part: one named part, or each of them whole. */
function refundParts(payment: Payment, command: RefundCommand, context: Context): Decided {
  const parts = payment.subpayments
    .filter(
      (part) => command.subpaymentId === undefined || part.subpaymentId === command.subpaymentId,
    )
    .map((part) => ({
      part,
      refundableMinor: part.amountMinor - part.refundedMinor - part.reservedMinor,
    }))
    .filter(({ refundableMinor }) => refundableMinor > 0)
  const tooMuch = parts.some(({ refundableMinor }) => (command.amountMinor ?? 0) > refundableMinor)
  if (parts.length === 0 || tooMuch) return refuse('refund_exceeds_amount')
  const refunds = parts.map(({ part, refundableMinor }, index) => {
    const amountMinor = command.amountMinor ?? refundableMinor
    return {
      ...newRefund(command, context, amountMinor, parts.length > 1 ? index + 1 : undefined),
      subpaymentId: part.subpaymentId,
      commissionMinor: commissionBack(part, amountMinor, amountMinor === refundableMinor),
    }
  })
  return acceptRefunds(refunds, payment, context)
}

/** The commission goes back pro rata; the refund that empties the part takes the rest. */
const commissionBack = (part: Subpayment, amountMinor: number, last: boolean): number =>
  last
    ? part.commissionMinor - part.commissionRefundedMinor
    : proRata(part.commissionMinor, amountMinor, part.amountMinor)

function newRefund(
  { description, extRefundId, amountMinor: named }: RefundCommand,
  { commandId, now }: Context,
  amountMinor: number,
  part?: number,
): Refund {
  const suffix = part === undefined ? '' : `-${part}`
  return {
    refundId: refundIdOf(commandId, part),
    ...(extRefundId && { extRefundId }),
    transId: transIdOf(commandId) + suffix,
    amountMinor,
    ...(named === undefined && { whole: true }),
    status: 'PENDING',
    ...(description && { description }),
    commandId,
    createdAt: now,
    updatedAt: now,
  }
}

function acceptRefunds(refunds: Refund[], payment: Payment, { commandId }: Context): Decided {
  const events = refunds.map((one, index): Event => {
    const reference = referenceOf(payment.id, 'refund', commandId, index + 1)
    const { refundId, transId, amountMinor, createdAt, updatedAt, description, subpaymentId } = one
    return {
      type: 'refundAccepted',
      refund: one,
      transaction: {
        transId,
        type: 'REFUND',
        status: 'PENDING',
        amountMinor,
        reference,
        refundId,
        ...(description && { description }),
        ...(subpaymentId && { subpaymentId }),
        createdAt,
        updatedAt,
      },
      call: {
        ...newCall('refund', reference, amountMinor),
        originalReference: capturedReference(payment),
        transId,
        refundId,
      },
    }
  })
  const [first] = refunds
  const made = first ? { transId: first.transId, refundId: first.refundId } : {}
  return accept(events, { ...made, refundIds: refunds.map(({ refundId }) => refundId) })
}

/**
 * Money is refunded from what charged it: the capture of a hold, else the sale itself. Of several
 * captures none may be large enough, so a refund names the hold that they all were made of.
 */
function capturedReference(payment: Payment): string {
  const [capture, ...more] = completedCaptures(payment)
  return (more.length === 0 ? capture?.reference : undefined) ?? chargeReference(payment)
}

/** What came of a refund; a yes of a provider that has said no by itself meanwhile is none. */
function refundVerdict(
  payment: Payment,
  refundId: string,
  verdict: Verdict,
  answers: string,
): Decided {
  const { doubted } = refundOf(payment, refundId)
  if (verdict.type === 'approved' && doubted)
    return accept([{ type: 'refundRefused', answers, refundId, ...doubted }])
  if (verdict.type === 'approved')
    return accept([{ type: 'refundCompleted', answers, refundId, ...approvalOf(verdict) }])
  const fact = { answers, refundId, ...reasonOf(verdict) }
  // Not at the acquirer and never closable there, or for another sum: an operator looks, the reserve stays.
  const isOpen = verdict.type === 'secretLost' || verdict.type === 'partial'
  return accept([isOpen ? { type: 'refundFailed', ...fact } : { type: 'refundRefused', ...fact }])
}
