import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, plain, shop } from '../support/world.ts'

const parts = [
  { merchant: { merchantId: shop.merchantId }, amount: 60, commission: 6, extSubpaymentId: 'a' },
  { merchant: { merchantId: plain.merchantId }, amount: 40, commission: 4, extSubpaymentId: 'b' },
]
const marketplace = (order: object = {}) => ({
  amount: 100,
  options: { transType: 'MARKETPLACE' },
  order: { subpayments: parts, ...order },
})

describe.concurrent('a marketplace payment', () => {
  test('is one charge, split into its parts', async () => {
    const { paymentId } = await shop.completed(marketplace())
    expect(await behind.moved(paymentId, 'authorize')).toMatchObject([{ amountMinor: 10_000 }])
    expect(await shop.read(paymentId, '/subpayments')).toMatchObject([
      { extSubpaymentId: 'a', merchantId: shop.merchantId, amount: 60, commission: 6, refunded: 0 },
      {
        extSubpaymentId: 'b',
        merchantId: plain.merchantId,
        amount: 40,
        commission: 4,
        refunded: 0,
      },
    ])
  })

  test('is refunded part by part, each to its own limit', async () => {
    const { paymentId } = await shop.completed(marketplace())
    const [, second] = await shop.read(paymentId, '/subpayments')
    const { subpaymentId } = second
    expectProblem(
      await shop.command(paymentId, 'refund', { subpaymentId, amount: 40.01 }),
      422,
      'refund_exceeds_amount',
    )
    expectProblem(
      await shop.command(paymentId, 'refund', { amount: 5 }),
      400,
      'subpayment_required',
    )
    expectProblem(await shop.command(paymentId, 'refund', { subpaymentId: 'nobody' }), 404)
    const refund = await shop.order(paymentId, 'refund', { subpaymentId, amount: 15 })
    expect(refund).toMatchObject({ subpaymentId, amount: 15 })
    const rest = await shop.order(paymentId, 'refund', { subpaymentId })
    expect(rest.amount).toBe(25)
    await Promise.all([refund, rest].map(completes))
    expect((await shop.read(paymentId, '/subpayments')).map(refunded)).toEqual([0, 40])
  })

  test('refunded whole gives every part back', async () => {
    const { paymentId } = await shop.completed(marketplace())
    const refund = await shop.order(paymentId, 'refund')
    expect(refund.refunds.map(({ amount }: Json) => amount)).toEqual([60, 40])
    await Promise.all(refund.refunds.map(completes))
    expect((await shop.read(paymentId, '/subpayments')).map(refunded)).toEqual([60, 40])
    expect((await shop.read(paymentId)).amounts).toMatchObject({ refunded: 100, refundable: 0 })
  })

  test('whose parts do not add up, or name a stranger, is refused', async () => {
    const ask = (wish: object) =>
      shop.call('POST', '/payment', shop.body({ instrument: card(visa(100)), ...wish }))
    expectProblem(await ask({ ...marketplace(), amount: 99 }), 422, 'subpayments_do_not_add_up')
    const stranger = [{ ...parts[0] }, { ...parts[1], merchant: { merchantId: '99999999' } }]
    expectProblem(
      await ask(marketplace({ subpayments: stranger })),
      422,
      'marketplace_agreement_missing',
    )
    const hold = { ...marketplace(), options: { transType: 'MARKETPLACE', transKind: 'PREAUTH' } }
    expectProblem(await ask(hold), 400)
  })

  test('is none without parts', async () => {
    const { paymentId } = await shop.create()
    expect(await shop.read(paymentId, '/subpayments')).toEqual([])
  })
})

const refunded = (part: Json): number => part.refunded

const completes = ({ paymentId, refundId }: Json) =>
  until(
    'the refund',
    () => shop.refund(paymentId, refundId),
    ({ status }) => status === 'COMPLETED',
  )
