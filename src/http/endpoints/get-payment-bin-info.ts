import { BinInfo, PaymentBinInfoRequest } from '../../contract/card.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { binInfo } from '../lookups/bin-info.ts'
import { numberOf } from '../intake/card-number.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'

export const getPaymentBinInfo = endpoint({
  method: 'post',
  path: '/payment/:paymentId/binInfo',
  tag: 'Payments',
  summary: "Organization and 3-D Secure version of a payment's card",
  resource: 'PAYMENT',
  client: true,
  subject: 'payment',
  body: PaymentBinInfoRequest,
  answer: BinInfo,
  rejects: ['card_missing'],
  handle: async (services, { payment, body }) => {
    const { merchantId, instrument, phase } = payment
    const number = instrument && (await numberOf(services, merchantId, instrument))
    if (!number) throw new Refused('card_missing', { paymentStatus: statusOfPhase[phase] })
    const account = { merchantId, threeds: payment.merchant.threeds }
    return binInfo(services, account, number, body)
  },
})
