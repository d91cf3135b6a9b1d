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
  test('takes instrument, device and customer together and goes on', async () => {
    const id = await app.paymentId({ device: undefined })
    const answer = await app.at('PATCH', id, {
      instrument: card(),
      device: { browserData: { language: 'pl' } },
      customer: { name: 'Pay Er' },
    })
    expect([answer.status, answer.body.status]).toEqual([200, 'COMPLETED'])
    expect(app.world.payment(id).customer).toEqual({ email: 'payer@example.com', name: 'Pay Er' })
  })

  test('takes the parts one after the other', async () => {
    const id = await app.paymentId({ device: undefined })
    const first = await app.at('PATCH', id, { instrument: card() })
    expect(first.body).toMatchObject({ status: 'NEW', dataRequest: 'DEVICE' })
    const then = await app.at('PATCH', id, { device: { browserData: { language: 'pl' } } })
    expect(then.body.status).toBe('COMPLETED')
  })
})

describe('400', () => {
  test.for([{}, { instrument: { cvv: '1' } }, { instrument: { cvv: '123' } }])(
    '%j is not enough',
    async (body) => {
      expectProblem(await app.at('PATCH', await app.paymentId(), body), 'invalid_request')
    },
  )
})

describe('409', () => {
  test('a charge under way takes nothing any more, and keeps its CVV', async () => {
    app.world.answerWith({ authorize: undefined })
    const id = await app.paymentId({ instrument: card({ cvv: '111' }) })
    const answer = await app.at('PATCH', id, { instrument: { cvv: '222' } })
    app.world.usually()
    expectProblem(answer, 'payment_not_completable')
    expect(answer.body.paymentStatus).toBe('PENDING')
    expect(app.services.secrets.read(id)).toEqual({ cvv: '111' })
  })
})
