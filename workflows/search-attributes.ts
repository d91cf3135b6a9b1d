import {
  defineSearchAttributeKey,
  SearchAttributeType,
  type SearchAttributePair,
} from '@temporalio/common'
import { deadlines } from '../src/domain/payment/deadlines.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { statusOfPhase } from '../src/domain/payment/transitions.ts'

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD)

const keys = {
  status: keyword('PaymentStatus'),
  merchantId: keyword('MerchantId'),
  method: keyword('Method'),
  currency: keyword('Currency'),
  rejectCode: keyword('RejectCode'),
  organization: keyword('Organization'),
  amountMinor: defineSearchAttributeKey('AmountMinor', SearchAttributeType.INT),
  nextDueAt: defineSearchAttributeKey('NextDueAt', SearchAttributeType.DATETIME),
}

/** What operators search by. They are never encrypted, so no personal data is among them. */
export function searchAttributes(payment: Payment): SearchAttributePair[] {
  const next = deadlines(payment)[0]?.at
  return [
    { key: keys.status, value: statusOfPhase[payment.phase] },
    { key: keys.merchantId, value: payment.merchantId },
    { key: keys.method, value: payment.method },
    { key: keys.currency, value: payment.order.currency },
    { key: keys.amountMinor, value: payment.order.amountMinor },
    ...(payment.rejectCode ? [{ key: keys.rejectCode, value: payment.rejectCode }] : []),
    ...(payment.instrument?.organization
      ? [{ key: keys.organization, value: payment.instrument.organization }]
      : []),
    ...(next === undefined ? [] : [{ key: keys.nextDueAt, value: new Date(next) }]),
  ]
}
