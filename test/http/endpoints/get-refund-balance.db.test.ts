import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('shows each currency in major units', async () => {
    app.world.balance([{ currency: 'PLN', availableMinor: 1234, reservedMinor: 5 }])
    expect((await app.at('GET', 'refunds/balance')).body).toEqual({
      merchantId: 'shop',
      balances: [{ currency: 'PLN', available: 12.34, reserved: 0.05 }],
    })
  })
})

describe('403', () => {
  test('the payer does not see it', async () => {
    const { client } = await app.page()
    const answer = await app.call('GET', '/payment/refunds/balance', { token: client })
    expectProblem(answer, 'forbidden')
  })
})
