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
  test('shows the payment, its money and what comes next, never the card', async () => {
    const id = await app.paymentId({ instrument: card() })
    const { body, text } = await app.at('GET', id)
    expect(body).toMatchObject({
      paymentId: id,
      status: 'COMPLETED',
      customer: { email: 'p***@example.com' },
      order: { amount: 99.99, currency: 'PLN' },
      instrument: { type: 'CARD', cardMask: '400000******1000', organization: 'VISA' },
      amounts: { authorized: 99.99, captured: 99.99, refunded: 0, refundable: 99.99 },
      next: [{ event: 'SETTLEMENT' }, { event: 'REFUND_WINDOW_END' }],
    })
    expect(text).not.toMatch(/vaultRef|fingerprint|secretOwner|4000000000001000/)
  })

  test('the payer may read it with the CLIENT token while it is open', async () => {
    const { paymentId, client } = await app.page()
    const { status } = await app.call('GET', `/payment/${paymentId}`, { token: client })
    expect(status).toBe(200)
  })
})

describe('404', () => {
  test('a foreign payment and one that never was are the same', async () => {
    const id = await app.paymentId()
    const foreign = await app.call('GET', `/payment/${id}`, { token: app.stranger })
    expectProblem(foreign, 'payment_not_found')
    const unknown = await app.at('GET', 'unknown')
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
  })
})
