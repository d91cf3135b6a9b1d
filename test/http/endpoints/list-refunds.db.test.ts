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
  test('lists the refunds, oldest first', async () => {
    const id = await app.paymentId({ instrument: card() })
    expect((await app.at('GET', `${id}/refunds`)).body).toEqual([])
    for (const amount of [1, 2]) await app.at('POST', `${id}/refund`, { amount })
    const { body } = await app.at('GET', `${id}/refunds`)
    expect(body).toMatchObject([{ amount: 1 }, { amount: 2 }])
  })
})

describe('404', () => {
  test('for an unknown payment', async () => {
    expectProblem(await app.at('GET', 'unknown/refunds'), 'payment_not_found')
  })
})
