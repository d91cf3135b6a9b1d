import { newCall } from '../../actor/new-call.ts'
import { present } from '../../present.ts'
import { chargeReference } from '../payment.ts'
import type { Decided, Operation, Outcome, Payment } from './operation.ts'
import { accept, bad, internal, plain } from './operation.ts'

/**
 * A charge that stands at the acquirer after all, of a payment that had ended without it: it was made
 * late, or what gave it back was taken and has failed.
 */
export const lateCharge = {
  commands: {},
  deadlines: {},
  calls: {},
  events: {
    lateChargeFound: {
      moves: 'none',
      changes: ({ returned = [] }, { acquirerRef }) => ({ returned: [...returned, acquirerRef] }),
      ...internal,
      words: bad('the acquirer tells of a charge after the end: it goes back'),
    },
    lateChargeUndone: {
      moves: 'none',
      changes: 'none',
      ...internal,
      words: plain('late charge taken back'),
    },
    reversalReturned: {
      moves: 'none',
      changes: ({ returned = [] }, { reference }) => ({ returned: [...returned, reference] }),
      ...internal,
      words: bad('the reversal had failed after all: it is made again'),
    },
  },
} satisfies Operation

export const hasFailed = ({ phase }: Pick<Payment, 'phase'>): boolean =>
  phase === 'rejected' || phase === 'cancelled' || phase === 'errored'

/**
 * The acquirer approves a charge that was closed or given up, because it was on its way or its payer
 * finished too late: nobody waits for it, so it is taken back under the acquirer's own name, once. One
 * that had been approved in time was given back with the end of the payment.
 */
export function undoLateCharge(payment: Payment, reference: string, outcome: Outcome): Decided {
  const { transactions, merchant, returned = [], via } = payment
  const charge = transactions.find((one) => one.reference === reference && charges.has(one.type))
  const isLate = hasFailed(payment) && charge !== undefined && charge.status !== 'COMPLETED'
  if (!merchant.undoesLateCharges || !isLate || outcome.type !== 'approved') return accept([])
  const { acquirerRef } = outcome
  if (acquirerRef === undefined || returned.includes(acquirerRef)) return accept([])
  const call = {
    ...newCall('reverse', `${reference}-late`, charge.amountMinor),
    originalReference: reference,
    reason: 'TIMEOUT' as const,
    acquirerRef,
    ...((charge.via ?? via) && { via: charge.via ?? via }),
  }
  return accept([{ type: 'lateChargeFound', acquirerRef, call }])
}

const charges: ReadonlySet<string> = new Set(['AUTH', 'PREAUTH'])

/** How often a reversal is made anew before a person has to look at it. */
const MOST = 3
const AGAIN = '-again'

/** Whether what the acquirer speaks of gave a charge of this payment back. */
export const isReversal = (payment: Payment, reference: string): boolean =>
  chargeOf(payment, reference) !== undefined

/** Once for each reversal, under a name of its own; the books stay, because they say that it is done. */
export function reversalNews(payment: Payment, reference: string, outcome: Outcome): Decided {
  const { merchant, returned = [] } = payment
  const charge = chargeOf(payment, reference)
  const isNews = outcome.type === 'declined' && hasFailed(payment) && !returned.includes(reference)
  if (!merchant.repeatsReversals || !charge || !isNews) return accept([])
  if (reference.split(AGAIN).length > MOST)
    return accept([{ type: 'held', reason: `the acquirer cannot give back ${charge.reference}` }])
  const call = {
    ...newCall('reverse', `${reference}${AGAIN}`, charge.amountMinor),
    originalReference: charge.reference,
    reason: 'TIMEOUT' as const,
    ...present({ acquirerRef: charge.acquirerRef, via: charge.via ?? payment.via }),
  }
  return accept([{ type: 'reversalReturned', reference, call }])
}

/** The charge that a reversal is about: named after it, or by a cancel that was asked for. */
function chargeOf(payment: Payment, reference: string) {
  const first = reference.split(AGAIN)[0] ?? reference
  const isCancel = payment.transactions.some(
    (one) => one.type === 'CANCEL' && one.reference === first,
  )
  const charge = isCancel ? chargeReference(payment) : first.replace(/-(undo|close|late)$/, '')
  const found = payment.transactions.find(
    (one) => one.reference === charge && (one.type === 'AUTH' || one.type === 'PREAUTH'),
  )
  return found && charge !== first ? { ...found, reference: charge } : undefined
}
