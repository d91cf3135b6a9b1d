import { present } from '../../domain/present.ts'
import { earlyReject } from '../../domain/reasons/early-reject.ts'
import { merchantFactsOf } from '../../domain/merchant.ts'
import type { CreatePayment } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Caller } from '../auth/caller.ts'
import { linkIdFor } from './create-command.ts'
import type { Services } from '../services.ts'

/** A new payment for the same order with the same options; the payer chooses the instrument anew. */
export function retryCommand(
  services: Pick<Services, 'ids'>,
  { merchant }: Caller,
  parent: Payment,
  paymentId: string,
): CreatePayment {
  const { merchantId, agentId, channel, method, customer, device, order, options } = parent
  const { url, redirectUrl, acsNotificationUrl, terminalId, location } = parent.merchant
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
      ...facts,
      ...present({ url, redirectUrl, acsNotificationUrl, terminalId, location }),
      notifies: facts.notifies || options.asyncNotify !== undefined,
    },
    customer,
    device,
    order,
    options,
    subpayments: parent.subpayments.map((part, index) => {
      const { refundedMinor: _1, reservedMinor: _2, commissionRefundedMinor: _3, ...same } = part
      return { ...same, subpaymentId: services.ids.keyed('subpayment', paymentId, String(index)) }
    }),
    linkId: linkIdFor(services, channel),
    tokenizerId: options.tokenize ? services.ids.keyed('tokenizer', paymentId) : undefined,
    earlyReject: early,
  })
}
