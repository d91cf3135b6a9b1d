import { present } from '../../domain/present.ts'
import { earlyReject } from '../../domain/reasons/early-reject.ts'
import { merchantFactsOf } from '../../domain/merchant.ts'
import type { CreatePayment } from '../../domain/payment/commands.ts'
import { notSignedIn } from '../../domain/payment/customer.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Caller } from '../auth/caller.ts'
import { linkIdFor } from './create-command.ts'
import { withSaid } from '../intake/party-facts.ts'
import type { Uses } from '../services.ts'

/** A try that the payer makes on the page: it counts, and shares the time of the first. */
export interface PageTry {
  attempt: number
  validUntil: number
}

interface Child {
  paymentId: string
  onPage?: PageTry | undefined
}

/** A new payment for the same order with the same options; the payer chooses the instrument anew. */
export function retryCommand(
  services: Uses<'ids'>,
  { merchant }: Caller,
  parent: Payment,
  { paymentId, onPage }: Child,
): CreatePayment {
  const { merchantId, agentId, channel, customer, device, order, options, consents } = parent
  const { paymentLinkId } = parent
  // The page offers every method again; its payer may not be held to the one that failed.
  const method = onPage ? 'UNKNOWN' : parent.method
  const facts = merchantFactsOf(merchant)
  const { currency } = order
  const early = earlyReject(merchant.settings, { channel, method, currency, options })
  return present({
    name: 'create',
    paymentId,
    merchantId,
    agentId,
    parentId: parent.id,
    channel,
    method,
    merchant: {
      ...withSaid(facts, parent.merchant),
      notifies: facts.notifies || options.asyncNotify !== undefined,
    },
    // A link that the merchant asks for may go anywhere; on the page the same browser goes on.
    customer: onPage ? customer : notSignedIn(customer),
    device,
    order,
    options,
    consents,
    subpayments: parent.subpayments.map((part, index) => {
      const { refundedMinor: _1, reservedMinor: _2, commissionRefundedMinor: _3, ...same } = part
      return { ...same, subpaymentId: services.ids.keyed('subpayment', paymentId, String(index)) }
    }),
    ...onPage,
    linkId: onPage ? pageLinkOf(services, paymentId) : linkIdFor(services, channel),
    paymentLinkId,
    tokenizerId: options.tokenize ? services.ids.keyed('tokenizer', paymentId) : undefined,
    earlyReject: early,
  })
}

/** Known beforehand: whoever was on the page of the parent may go on there, until a restore. */
export const pageLinkOf = ({ ids }: Uses<'ids'>, paymentId: string): string =>
  ids.keyed('page-link', paymentId)
