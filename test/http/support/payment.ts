import type { Payment } from '../../../src/domain/payment/payment.ts'
import { SHOP } from './test-app.ts'

let count = 0

/** A new payment of the shop, waiting for its payer. */
export function newPayment(changes: Partial<Payment> = {}): Payment {
  count += 1
  const now = Date.now()
  return {
    id: `payment-${String(count)}`,
    version: 1,
    phase: 'gathering',
    merchantId: SHOP.merchantId,
    channel: 'PAYWALL',
    method: 'UNKNOWN',
    merchant: {
      name: 'Shop',
      mcc: '5999',
      country: 'PL',
      holdMs: 1,
      refundWindowMs: 1,
      withoutAuthentication: 'proceed',
      cvvForTokens: false,
      notifies: false,
    },
    customer: { email: 'payer@example.com' },
    order: { amountMinor: 9_999, currency: 'PLN', extOrderId: `order-${String(count)}` },
    options: { transKind: 'AUTH', validTime: 1_800 },
    linkId: `link-${String(count)}`,
    createdAt: now,
    updatedAt: now,
    validUntil: now + 1_800_000,
    requestId: 'request',
    authorizedMinor: 0,
    capturedMinor: 0,
    refundedMinor: 0,
    reservedMinor: 0,
    transactions: [],
    refunds: [],
    subpayments: [],
    calls: [],
    authorizations: 0,
    inquiries: 0,
    clockOffsetMs: 0,
    notificationSequence: 0,
    ...changes,
  }
}
