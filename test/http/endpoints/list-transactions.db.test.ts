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
  test('tells the story of the payment, oldest first', async () => {
    const id = await app.paymentId({ instrument: card(), options: { transKind: 'PREAUTH' } })
    await app.at('POST', `${id}/capture`, { amount: 40 })
    const { body } = await app.at('GET', `${id}/transactions`)
    expect(body).toMatchObject([
      { type: 'PREAUTH', status: 'COMPLETED', amount: 99.99, currency: 'PLN', authCode: '123456' },
      { type: 'CAPTURE', status: 'COMPLETED', amount: 40, currency: 'PLN' },
    ])
  })

  test('is empty before anything moved', async () => {
    expect((await app.at('GET', `${await app.paymentId()}/transactions`)).body).toEqual([])
  })
})

describe('403', () => {
  test('the payer sees none of it', async () => {
    const { paymentId, client } = await app.page()
    const path = `/payment/${paymentId}/transactions`
    expectProblem(await app.call('GET', path, { token: client }), 'forbidden')
  })
})
