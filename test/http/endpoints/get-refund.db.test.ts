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
  test('shows one refund, and why it was refused', async () => {
    const id = await app.paymentId({ instrument: card() })
    app.world.answerWith({ refund: { type: 'declined', rejectCode: 'DO_NOT_HONOUR' } })
    const { refundId } = (await app.at('POST', `${id}/refund`, { amount: 5 })).body
    app.world.usually()
    const { body } = await app.at('GET', `${id}/refund/${refundId}`)
    expect(body).toMatchObject({
      refundId,
      status: 'REJECTED',
      amount: 5,
      rejectCode: 'DO_NOT_HONOUR',
      rejectInfo: 'The issuer declined',
    })
  })
})

describe('404', () => {
  test('for an unknown refund', async () => {
    const id = await app.paymentId()
    expectProblem(await app.at('GET', `${id}/refund/unknown`), 'refund_not_found')
  })
})
