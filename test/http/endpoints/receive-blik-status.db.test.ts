import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
  app.world.answerWith({ blikPay: { type: 'pending' } })
})
afterAll(() => app.close())

const pending = async () => {
  const instrument = { type: 'BLIK_CODE', code: '777123' }
  const id = await app.paymentId({ method: 'BLIK', instrument })
  return { id, orderId: app.world.payment(id).reference! }
}

const tell = (message: object, key = 'blik-key') => {
  const body = JSON.stringify(message)
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', signature }
  return app.call('POST', '/notifications/blikweb/status', { body, headers })
}

describe('200', () => {
  test('a confirmation completes the payment, once', async () => {
    const { id, orderId } = await pending()
    const message = { orderId, transactionId: 't1', status: 'CONFIRMED' }
    for (const _ of ['first', 'duplicate']) {
      const answer = await tell(message)
      expect([answer.status, answer.body]).toEqual([200, { received: true }])
    }
    expect((await app.at('GET', id)).body.amounts.captured).toBe(99.99)
    expect((await app.at('GET', `${id}/transactions`)).body).toHaveLength(1)
  })

  test('a refusal rejects it with the reason', async () => {
    const { id, orderId } = await pending()
    await tell({ orderId, status: 'REJECTED', reason: 'USER_DECLINED' })
    const { body } = await app.at('GET', `${id}/status`)
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'DECLINED_BY_PAYER' })
  })
})

describe('400', () => {
  test('a signed message that is none', async () => {
    expectProblem(await tell({ orderId: 'x' }), 'invalid_request')
  })
})

describe('401', () => {
  test('nobody is believed without the right signature', async () => {
    const { id, orderId } = await pending()
    const message = { orderId, status: 'CONFIRMED' }
    expectProblem(await tell(message, 'guess'), 'invalid_signature')
    const unsigned = await app.call('POST', '/notifications/blikweb/status', { body: message })
    expectProblem(unsigned, 'invalid_signature')
    expect((await app.at('GET', `${id}/status`)).body.status).toBe('PENDING')
  })
})

describe('404', () => {
  test('for an order that is not ours', async () => {
    expectProblem(await tell({ orderId: 'x', status: 'CONFIRMED' }), 'payment_not_found')
  })
})
