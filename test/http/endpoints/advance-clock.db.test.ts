import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const advance = (id: string, body: object, token = app.bearer) =>
  app.call('POST', `/sandbox/${id}/advance`, { token, body })

describe('200', () => {
  test('what falls due happens, and the answer tells of it', async () => {
    const id = await app.paymentId({ options: { validTime: 120 } })
    const { body } = await advance(id, { seconds: 121 })
    expect(body).toEqual({ paymentId: id, now: expect.stringMatching(/Z$/), fired: ['expiry'] })
    expect(Date.parse(body.now)).toBeGreaterThan(Date.now() + 100_000)
    expect((await app.at('GET', `${id}/status`)).body.rejectCode).toBe('EXPIRED')
  })
})

describe('400', () => {
  test.for([0, -1, 1.5, '60'])('a clock cannot be moved by %j seconds', async (seconds) => {
    expectProblem(await advance(await app.paymentId(), { seconds }), 'invalid_request')
  })
})

describe('404', () => {
  test('for a foreign payment', async () => {
    const id = await app.paymentId({ instrument: card() })
    expectProblem(await advance(id, { seconds: 1 }, app.stranger), 'payment_not_found')
  })
})
