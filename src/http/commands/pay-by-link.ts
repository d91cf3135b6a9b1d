import { CreatePaymentRequest } from '../../contract/payment.ts'
import { decimal } from '../../domain/money.ts'
import { cancelCommand } from '../../domain/payment/cancel-command.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { PaymentLink } from '../../domain/payment/payment-link.ts'
import { present } from '../../domain/present.ts'
import { askerOf } from '../auth/caller.ts'
import type { ClientCaller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { accepted } from './accepted.ts'
import { createCommand } from './create-command.ts'
import type { CreatingParts } from './create-command.ts'

/** Somebody who goes on to pay by a link. */
export interface LinkVisit {
  link: PaymentLink
  merchant: ClientCaller['merchant']
  amountMinor: number
  customer: CreatePaymentRequest['customer']
  language: 'pl' | 'en'
  /** Fixed by the form that was sent: sent twice, it is one payment. */
  paymentId: string
  /** What the same browser has begun by this link before. */
  own?: string | undefined
  requestId: string
}

export type LinkPayment = { payment: Payment } | { refused: 'busy' | 'over' }

type LinkParts = CreatingParts & Uses<'gateway' | 'givesMoneyBack' | 'links'>

/** Times that a use which nobody touches is taken over before the visitor is told to wait. */
const MOST_TURNS = 3

/**
 * A payment of its own for this visit. The use is taken first, under the payment's id, so a death
 * between the two leaves a use whose payment the next visitor makes, and never a payment without a use.
 */
export async function payByLink(services: LinkParts, visit: LinkVisit): Promise<LinkPayment> {
  const { link, paymentId, own } = visit
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const taken = await services.links.take({ linkId: link.linkId, paymentId, own })
    if (taken.type === 'taken') return { payment: await create(services, visit, paymentId) }
    if (taken.type !== 'untouched') return { refused: taken.type }
    const made = await takeOver(services, visit, taken.paymentId)
    if (made) return { payment: made }
  }
  return { refused: 'busy' }
}

/**
 * The use of somebody who has not begun to pay: their payment is cancelled. One that was never made is
 * made now, for this visitor; when it turns out that it was made after all, it is cancelled as well.
 */
async function takeOver(
  services: LinkParts,
  visit: LinkVisit,
  paymentId: string,
): Promise<Payment | undefined> {
  const found = await services.payments.find(paymentId)
  const made = found ?? (await create(services, visit, paymentId))
  if (!found && made.requestId === visit.requestId) return made
  const meta = { commandId: services.ids.keyed('link-take-over', paymentId), ...metaOf(visit) }
  const command = cancelCommand(services, made, { by: 'customer' })
  // Refused when somebody has just begun to pay with it: the next turn sees that.
  await services.gateway.send(made, command, meta)
  return undefined
}

async function create(services: LinkParts, visit: LinkVisit, paymentId: string): Promise<Payment> {
  const caller = callerOf(visit, paymentId)
  const command = await createCommand(services, caller, paymentId, requestOf(visit))
  const meta = { commandId: paymentId, ...metaOf(visit) }
  const answer = await services.gateway.create(
    { ...command, paymentLinkId: visit.link.linkId },
    meta,
  )
  return accepted(answer).payment
}

const metaOf = (visit: LinkVisit) => ({
  ...askerOf(callerOf(visit, visit.paymentId)),
  merchantId: visit.link.merchantId,
  requestId: visit.requestId,
})

const callerOf = ({ link, merchant }: LinkVisit, paymentId: string): ClientCaller => ({
  kind: 'client',
  resource: 'PAYMENT',
  merchantId: link.merchantId,
  merchant,
  paymentId,
})

/** What a merchant's own server would have sent. */
function requestOf({ link, amountMinor, customer, language }: LinkVisit): CreatePaymentRequest {
  const { merchantId, currency, description, extOrderId, terms } = link
  const read = CreatePaymentRequest.safeParse({
    channel: 'PAYWALL',
    method: terms.method ?? 'UNKNOWN',
    merchant: present({ merchantId, redirectURL: terms.redirectURL }),
    customer,
    order: present({ amount: decimal(amountMinor, currency), currency, description, extOrderId }),
    options: { language },
  })
  if (!read.success) throw new Refused('invalid_request', { detail: read.error.message })
  return read.data
}
