import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const sale = () => app.paymentId({ instrument: card() })
const refund = (id: string, body?: object) => app.at('POST', `${id}/refund`, body)

describe('200', () => {
  test('answers the record of the refund', async () => {
    const id = await sale()
    const { body } = await refund(id, { amount: 30, description: 'one', extRefundId: 'r1' })
    expect(body).toMatchObject({
      refundId: expect.any(String),
      extRefundId: 'r1',
      paymentId: id,
      amount: 30,
      currency: 'PLN',
      status: 'COMPLETED',
      description: 'one',
    })
    expect(body.refunds).toBeUndefined()
  })

  test('without an amount all that is left', async () => {
    const id = await sale()
    await refund(id, { amount: 0.01 })
    expect((await refund(id)).body.amount).toBe(99.98)
  })

  test("the merchant's own id makes it one refund", async () => {
    const id = await sale()
    const first = await refund(id, { amount: 30, extRefundId: 'r1' })
    const again = await refund(id, { amount: 30, extRefundId: 'r1' })
    expect(again.body.refundId).toBe(first.body.refundId)
    expectProblem(await refund(id, { amount: 31, extRefundId: 'r1' }), 'refund_id_reused')
  })

  test('a whole marketplace payment is refunded part by part', async () => {
    const parts = ['shop', 'other'].map((merchantId) => ({ merchant: { merchantId }, amount: 50 }))
    const id = await app.paymentId({
      instrument: card(),
      order: { amount: 100, subpayments: parts },
      options: { transType: 'MARKETPLACE' },
    })
    expectProblem(await refund(id, { amount: 1 }), 'subpayment_required')
    expectProblem(await refund(id, { subpaymentId: 'unknown' }), 'subpayment_not_found')
    const empty = await refund(id, { subpaymentId: '' })
    expectProblem(empty, 'invalid_request')
    expect(empty.body.errors).toMatchObject([{ field: 'subpaymentId' }])
    const { body } = await refund(id)
    expect(body.refunds).toHaveLength(2)
    expect(body.refunds[0]).toMatchObject({ refundId: body.refundId, amount: 50 })
  })
})

describe('400', () => {
  test('an amount that is null or empty refunds nothing, and never all', async () => {
    const id = await sale()
    for (const amount of [null, '']) expectProblem(await refund(id, { amount }), 'invalid_request')
    expect((await app.at('GET', id)).body.amounts.refunded).toBe(0)
  })
})

describe('403', () => {
  test('the payer cannot refund', async () => {
    const { paymentId, client } = await app.page()
    const path = `/payment/${paymentId}/refund`
    expectProblem(await app.call('POST', path, { token: client, body: {} }), 'forbidden')
  })
})

describe('409', () => {
  test('only money that was taken can be refunded', async () => {
    const hold = await app.paymentId({ instrument: card(), options: { transKind: 'PREAUTH' } })
    for (const id of [await app.paymentId(), hold])
      expectProblem(await refund(id, { amount: 1 }), 'payment_not_refundable')
  })
})

describe('422', () => {
  test('never more than is left', async () => {
    const id = await sale()
    expectProblem(await refund(id, { amount: 100 }), 'refund_exceeds_amount')
    await refund(id)
    expectProblem(await refund(id), 'refund_exceeds_amount')
  })
})
