import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('lists the parts of a marketplace payment with what was refunded of them', async () => {
    const id = await app.paymentId({
      instrument: card(),
      order: {
        amount: 100,
        subpayments: [
          { merchant: { merchantId: 'shop' }, amount: 60, commission: 6, extSubpaymentId: 'a' },
          { merchant: { merchantId: 'other' }, amount: 40 },
        ],
      },
      options: { transType: 'MARKETPLACE' },
    })
    const [, second] = (await app.at('GET', `${id}/subpayments`)).body
    await app.at('POST', `${id}/refund`, { subpaymentId: second.subpaymentId })
    expect((await app.at('GET', `${id}/subpayments`)).body).toMatchObject([
      { extSubpaymentId: 'a', merchantId: 'shop', amount: 60, commission: 6, refunded: 0 },
      { merchantId: 'other', amount: 40, commission: 0, refunded: 40, status: 'COMPLETED' },
    ])
  })

  test('any other payment has none', async () => {
    const id = await app.paymentId({ instrument: card() })
    expect((await app.at('GET', `${id}/subpayments`)).body).toEqual([])
  })
})

describe('404', () => {
  test('another merchant, even of a part, does not see the payment', async () => {
    const path = `/payment/${await app.paymentId()}/subpayments`
    expectProblem(await app.call('GET', path, { token: app.stranger }), 'payment_not_found')
  })
})
