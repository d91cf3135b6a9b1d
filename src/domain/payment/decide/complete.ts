import { accept, refuse } from '../../actor/decision.ts'
import { methodFits, traitsOf } from '../../instrument.ts'
import { evolve } from '../evolve.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Event } from '../events.ts'
import { missing } from '../wants.ts'
import type { Decide } from './context.ts'
import { startProcessing } from './process.ts'

/** Instrument, device or customer data of a payment that still waits for them. */
export const complete: Decide<PaymentCommandOf<'complete'>> = (payment, command, context) => {
  if (payment.phase !== 'gathering' && payment.phase !== 'awaitingDetails')
    return refuse('payment_not_completable')
  const { name: _, earlyReject, ...details } = command
  const given: Event = { type: 'detailsGiven', ...details }
  const after = evolve(payment, given, context.now)
  if (earlyReject) return accept([given, { type: 'rejected', rejectCode: earlyReject }])
  const { instrument, order, options } = after
  if (
    instrument &&
    !methodFits(traitsOf(instrument.type).method, order.currency, options.transKind === 'PREAUTH')
  )
    return accept([given, { type: 'rejected', rejectCode: 'METHOD_NOT_SUPPORTED' }])
  return accept(missing(after) ? [given] : [given, ...startProcessing(after, context)])
}
