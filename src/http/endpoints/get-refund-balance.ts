import { RefundBalance } from '../../contract/reads.ts'
import { toMajor } from '../../domain/money.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'

export const getRefundBalance = endpoint({
  method: 'get',
  path: '/payment/refunds/balance',
  tag: 'Payments',
  summary: 'Balance available for refunds',
  description:
    'Sold or captured money and top-ups, less accepted refunds, reversed sales and payouts.',
  resource: 'PAYMENT',
  answer: RefundBalance,
  rejects: [],
  handle: async ({ payments }, { caller: { merchantId, agentId } }) => {
    // What the merchant has is not what an agent has sold.
    if (agentId !== undefined) throw new Refused('forbidden')
    const balances = await payments.balances(merchantId)
    return {
      merchantId,
      balances: balances.map(({ currency, availableMinor, reservedMinor }) => ({
        currency,
        available: toMajor(availableMinor, currency),
        reserved: toMajor(reservedMinor, currency),
      })),
    }
  },
})
