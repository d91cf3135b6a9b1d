import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const hold = () => app.paymentId({ instrument: card(), options: { transKind: 'PREAUTH' } })
const capture = (id: string, body?: object) => app.at('POST', `${id}/capture`, body)

describe('200', () => {
  test('a part is captured, and the answer tells of the operation', async () => {
    const { body } = await capture(await hold(), { amount: '40.50', description: 'sent' })
    expect(body).toMatchObject({
      status: 'COMPLETED',
      transId: expect.any(String),
      transStatus: 'COMPLETED',
      amounts: { authorized: 99.99, captured: 40.5, refundable: 40.5 },
    })
  })

  test('without an amount all of it', async () => {
    for (const body of [undefined, {}])
      expect((await capture(await hold(), body)).body.amounts.captured).toBe(99.99)
  })
})

describe('400', () => {
  test.for([0, -1, 1.005, 'x', null, ''])('%j is no amount', async (amount) => {
    const answer = await capture(await hold(), { amount })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toMatchObject([{ field: 'amount' }])
  })
})

describe('404', () => {
  test('comes before a bad field', async () => {
    expectProblem(await capture('unknown', { amount: 0 }), 'payment_not_found')
  })
})

describe('409', () => {
  test('there is one capture, of a hold', async () => {
    const id = await hold()
    await capture(id, { amount: 1 })
    expectProblem(await capture(id, { amount: 1 }), 'capture_exists')
    const sale = await app.paymentId({ instrument: card() })
    expectProblem(await capture(sale), 'payment_not_capturable')
  })
})

describe('422', () => {
  test('more than the hold is not captured', async () => {
    const answer = await capture(await hold(), { amount: 100 })
    expectProblem(answer, 'capture_exceeds_preauthorized')
  })
})
