import { z } from 'zod'
import { Amount, AMOUNT_PROBLEM, minorOf } from './amount.ts'
import { CurrencyCode, Id, optional, text } from './fields.ts'

const commission = optional(
  z
    .union([z.literal(0), Amount], AMOUNT_PROBLEM)
    .describe("The payment merchant's share of a part"),
)

export const Subpayment = z
  .object({
    merchant: z.object({ merchantId: Id.describe('MID of who receives the part') }),
    amount: Amount,
    commission,
    description: optional(text(255, 'Free text')),
    extSubpaymentId: optional(text(128, "The merchant's own id of the part")),
  })
  .meta({ id: 'SubpaymentRequest' })

export const Order = z
  .object({
    amount: Amount,
    currency: CurrencyCode,
    commission: optional(
      z
        .union([z.literal(0), Amount], AMOUNT_PROBLEM)
        .describe('Of an order without parts. Kept and shown, does nothing'),
    ),
    extOrderId: optional(
      text(128, "The merchant's own id; at most one payment of an order ends successfully"),
    ),
    shipping: optional(
      z
        .unknown()
        .describe(
          'An address (street, postal, state, city, country) goes to the issuer; the rest is ignored',
        ),
    ),
    description: optional(text(255, 'What the payer reads')),
    subpayments: optional(
      z.array(Subpayment).min(1, 'must not be empty').max(100, 'must have at most 100 parts'),
    ),
  })
  .superRefine(({ currency, subpayments = [], ...order }, context) => {
    const amounts: [path: (string | number)[], amount: Amount | undefined][] = [
      [['amount'], order.amount],
      [['commission'], order.commission],
      ...subpayments.flatMap((part, index): typeof amounts => [
        [['subpayments', index, 'amount'], part.amount],
        [['subpayments', index, 'commission'], part.commission],
      ]),
    ]
    for (const [path, amount] of amounts) {
      if (amount === undefined || amount === 0 || minorOf(amount, currency) !== undefined) continue
      context.addIssue({ code: 'custom', path, message: AMOUNT_PROBLEM })
    }
    subpayments.forEach((part, index) => {
      if (Number(part.commission ?? 0) <= Number(part.amount)) return
      const path = ['subpayments', index, 'commission']
      context.addIssue({ code: 'custom', path, message: 'must not exceed the amount of the part' })
    })
  })
  .meta({ id: 'OrderRequest' })
export type Order = z.infer<typeof Order>
