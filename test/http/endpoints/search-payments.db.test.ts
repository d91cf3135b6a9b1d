import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const search = (body: object, token = app.bearer) =>
  app.call('POST', '/payment/search', { token, body })

describe('200', () => {
  test("finds the payments of an order, only the token's merchant's", async () => {
    const order = { extOrderId: 'searched' }
    const ids = [await app.paymentId({ order }), await app.paymentId({ order, instrument: card() })]
    const { body } = await search(order)
    expect(new Set(body)).toEqual(new Set(ids))
    expect((await search(order, app.stranger)).body).toEqual([])
  })
})

describe('200, without an order', () => {
  test.for([{}, { extOrderId: '' }, { merchant: { merchantId: 'shop' } }])('%j', async (body) => {
    const id = await app.paymentId()
    expect((await search(body)).body).toContain(id)
    expect((await search({}, app.stranger)).body).not.toContain(id)
  })
})

describe('403', () => {
  test('another merchant cannot be named', async () => {
    const body = { extOrderId: 'searched', merchant: { merchantId: 'other' } }
    expectProblem(await search(body), 'wrong_merchant')
  })
})
