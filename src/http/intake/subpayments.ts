import type { Order as WireOrder } from '../../contract/order.ts'
import type { CreatePayment } from '../../domain/payment/commands.ts'
import type { MerchantSettings } from '../../domain/merchant.ts'
import type { MerchantCaller } from '../auth/caller.ts'
import { commissionMinor, exactMinor } from './payment-details.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

/** The parts of a marketplace payment: they add up, and each has an agreement behind it. */
export function subpaymentsOf(
  { ids }: Uses<'ids'>,
  { merchant }: Pick<MerchantCaller, 'merchant'>,
  paymentId: string,
  { subpayments = [] }: WireOrder,
  { order, method }: Pick<CreatePayment, 'order' | 'method'>,
): CreatePayment['subpayments'] {
  const { currency, amountMinor } = order
  const parts = subpayments.map((part, index) => {
    const field = `order.subpayments.${String(index)}.amount`
    const { description, extSubpaymentId } = part
    return {
      subpaymentId: ids.keyed('subpayment', paymentId, String(index)),
      merchantId: part.merchant.merchantId,
      amountMinor: exactMinor(part.amount, currency, field),
      commissionMinor: commissionMinor(part.commission, currency),
      ...present({ description, extSubpaymentId }),
    }
  })
  const sum = parts.reduce((total, part) => total + part.amountMinor, 0)
  if (parts.length > 0 && sum !== amountMinor) throw new Refused('subpayments_do_not_add_up')
  const allowed = new Set([merchant.merchantId, ...merchant.marketplacePartners])
  if (!parts.every(({ merchantId }) => allowed.has(merchantId)))
    throw new Refused('marketplace_agreement_missing')
  const hasOthers = parts.some(({ merchantId }) => merchantId !== merchant.merchantId)
  if (hasOthers && goesToOwnAccount(merchant.settings, method))
    throw invalidField('order.subpayments', 'nobody would pay the others: the money comes to you')
  return parts
}

type Accounts = Pick<MerchantSettings, 'acquirer' | 'routes' | 'bank' | 'blik'>

/** The provider of such an account pays its owner all of it, and knows no parts. */
function goesToOwnAccount(
  { acquirer, routes = [], bank, blik }: Accounts,
  method: CreatePayment['method'],
): boolean {
  if (method === 'PBL') return bank !== undefined
  if (method === 'BLIK') return blik !== undefined
  const isAnyOther = method === 'UNKNOWN' && (bank ?? blik) !== undefined
  return acquirer !== undefined || routes.length > 0 || isAnyOther
}
