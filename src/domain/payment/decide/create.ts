import { COMMAND_EXPIRED, systemError } from '../../reasons/given-reason.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept, keepExpired } from '../../actor/decision.ts'
import type { CreatePayment } from '../commands.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import { missing } from '../wants.ts'
import type { Context } from '../../actor/context.ts'
import { startProcessing } from './process.ts'

/** A payment is registered; what the merchant may not do ends it at once, what is complete starts. */
export function create(
  command: CreatePayment,
  context: Context,
  expired: boolean,
): Decision<Event> {
  const payment = newPayment(command, context)
  const created: Event = { type: 'created', payment }
  if (expired) return keepExpired([created, { type: 'cancelled', ...systemError(COMMAND_EXPIRED) }])
  if (command.earlyReject)
    return accept([created, { type: 'rejected', rejectCode: command.earlyReject }])
  return accept(missing(payment) ? [created] : [created, ...startProcessing(payment, context)])
}

function newPayment(command: CreatePayment, { now, requestId }: Context): Payment {
  const { name: _name, paymentId, earlyReject: _earlyReject, subpayments, ...given } = command
  return {
    ...given,
    id: paymentId,
    version: 0,
    phase: 'gathering',
    createdAt: now,
    updatedAt: now,
    validUntil: command.validUntil ?? now + command.options.validTime * 1000,
    requestId,
    authorizations: 0,
    inquiries: 0,
    authorizedMinor: 0,
    capturedMinor: 0,
    refundedMinor: 0,
    reservedMinor: 0,
    transactions: [],
    refunds: [],
    subpayments: subpayments.map((part) => ({
      ...part,
      refundedMinor: 0,
      reservedMinor: 0,
      commissionRefundedMinor: 0,
    })),
    calls: [],
    clockOffsetMs: 0,
    notificationSequence: 0,
  }
}
