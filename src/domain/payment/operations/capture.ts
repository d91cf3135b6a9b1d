import { required } from '../../assert.ts'
import { newCall } from '../../actor/new-call.ts'
import { referenceOf } from '../../id.ts'
import { closed, completed, drop, started } from '../patch.ts'
import { chargeReference, completedCaptures, isDrawnOn } from '../payment.ts'
import { isHoldBusy, startOnHold } from './hold.ts'
import { moveCharge } from './money-moves.ts'
import { openCaptures } from './settlement.ts'
import { approvalOf, reasonOf } from './verdict.ts'
import type { Call, Decided, Event, Operation, Payment } from './operation.ts'
import { accept, bad, good, internal, plain, refuse } from './operation.ts'

/** Money is taken out of a hold, once or in parts; what is left of it is given back. */
export const capture = {
  commands: {
    /** A capture that leaves nothing of the hold is the last, whatever the command says. */
    capture: {
      decide: (payment, command, context) => {
        if (completedCaptures(payment).length > 0 && !isDrawnOn(payment))
          return refuse('capture_exists')
        if (isHoldBusy(payment)) return refuse('operation_in_progress')
        if (payment.phase !== 'authorized') return refuse('payment_not_capturable')
        if (command.keepsRest && !mayKeepRest(payment))
          return refuse('several_captures_not_allowed')
        const leftMinor = payment.authorizedMinor - payment.capturedMinor
        const { amountMinor = leftMinor, description } = command
        if (amountMinor > leftMinor) return refuse('capture_exceeds_preauthorized')
        const keeps = command.keepsRest && amountMinor < leftMinor
        const begun = startOnHold(payment, 'capture', { amountMinor, description }, context)
        const { transaction } = begun
        const call = { ...begun.call, ...(keeps && { keepsRest: true as const }) }
        return accept([{ type: 'captureStarted', transaction, call }], {
          transId: transaction.transId,
        })
      },
      words: 'The merchant takes money out of the hold',
    },
  },
  deadlines: {},
  calls: {
    capture: {
      repeats: 'bounded',
      made: 'inTask',
      atProvider: 'capture',
      aboutCharge: true,
      asks: 'nothing',
      words: 'capture',
      // A captured hold is paid; what it was not captured for is released.
      verdict: (payment, call, verdict, answers, { now }) => {
        const transId = required(call.transId, 'transaction')
        const doubted = payment.transactions.find((one) => one.transId === transId)?.doubted
        if (verdict.type === 'approved' && doubted)
          return accept([{ type: 'captureRefused', answers, transId, ...doubted }])
        if (verdict.type !== 'approved')
          return accept([{ type: 'captureRefused', answers, transId, ...reasonOf(verdict) }])
        const captured: Event = {
          type: call.keepsRest ? 'partCaptured' : 'captured',
          answers,
          transId,
          amountMinor: call.amountMinor,
          refundUntil: now + payment.merchant.refundWindowMs,
          ...approvalOf(verdict),
        }
        const restMinor = payment.authorizedMinor - payment.capturedMinor - call.amountMinor
        return accept(
          restMinor > 0 && !call.keepsRest
            ? [captured, { type: 'called', call: remainder(payment, call.reference, restMinor) }]
            : [captured],
        )
      },
    },
  },
  events: {
    captureStarted: {
      moves: { from: ['authorized'], to: 'capturing' },
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: 'none',
      notifies: 'transaction',
      words: plain('capture started'),
    },
    captured: {
      moves: { from: ['capturing'], to: 'paid' },
      changes: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        ...drop('holdUntil'),
        capturedMinor: payment.capturedMinor + amountMinor,
        refundUntil,
      }),
      posts: (payment, { amountMinor }) => moveCharge(payment, amountMinor),
      notifies: 'transaction',
      words: good('captured'),
    },
    partCaptured: {
      moves: { from: ['capturing'], to: 'authorized' },
      changes: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        capturedMinor: payment.capturedMinor + amountMinor,
        refundUntil,
      }),
      posts: (payment, { amountMinor }) => moveCharge(payment, amountMinor),
      notifies: 'transaction',
      words: good('captured in part'),
    },
    captureRefused: {
      moves: { from: ['capturing'], to: 'authorized' },
      changes: (payment, { transId, ...reason }, at) =>
        closed(payment, transId, 'REJECTED', at, reason),
      posts: 'none',
      notifies: 'transaction',
      words: bad('capture refused'),
    },
    holdReleased: {
      moves: { from: ['authorized'], to: 'paid' },
      changes: () => drop('holdUntil'),
      ...internal,
      words: plain('hold ended, the rest given back'),
    },
    remainderReleased: {
      moves: 'none',
      changes: 'none',
      ...internal,
      words: plain('rest of the hold released'),
    },
  },
} satisfies Operation

/** Parts of a marketplace are charged together: nobody can say whose part a capture would be. */
const mayKeepRest = ({ merchant, subpayments }: Payment): boolean =>
  merchant.severalCaptures === true && subpayments.length === 0

/** Gives back what a hold was not captured for; named after what ended it. */
const remainder = (payment: Payment, endedBy: string, restMinor: number): Call => ({
  ...newCall('reverse', `${endedBy}-rest`, restMinor),
  originalReference: chargeReference(payment),
  reason: 'REMAINDER',
})

/**
 * What was captured stays; the rest of the hold goes back. It happens once, at the end of the hold or
 * when its merchant cancels it before, so the reference is the same for ever.
 */
export function releaseRest(payment: Payment): Decided {
  const endedBy = referenceOf(payment.id, 'cancel', 'expired')
  const restMinor = payment.authorizedMinor - payment.capturedMinor
  return accept([
    { type: 'holdReleased', call: remainder(payment, endedBy, restMinor) },
    ...(openCaptures(payment).length === 0 ? [{ type: 'allSettled' as const }] : []),
  ])
}
