import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

const bank = {
  provider: 'BM',
  bank: 'OPEN',
  bankId: 1,
  name: 'Open',
  iconURL: 'x',
  available: true,
}

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({ banks: () => Promise.resolve([bank]) })
})
afterAll(() => app.close())

const started = async () => {
  const id = await app.paymentId({ method: 'PBL', instrument: { type: 'PBL', bank: 'OPEN' } })
  return { id, orderId: app.world.payment(id).reference! }
}

const back = (orderId: string, { serviceId = '100001', key = 'bank-key' } = {}) => {
  const hash = createHash('sha256').update(`${serviceId}|${orderId}|${key}`).digest('hex')
  const query = new URLSearchParams({ ServiceID: serviceId, OrderID: orderId, Hash: hash })
  return app.call('GET', `/notifications/bmweb/status?${query.toString()}`)
}

describe('303', () => {
  test('makes the payment ask the bank, and sends the browser back to the merchant', async () => {
    const { id, orderId } = await started()
    const { status, headers } = await back(orderId)
    expect(status).toBe(303)
    expect(headers.get('location')).toContain(`https://shop.example/return?paymentId=${id}`)
    expect(app.world.sent.at(-1)!.command).toEqual({ name: 'inquire' })
    expect((await app.at('GET', `${id}/status`)).body.status).toBe('PENDING')
  })
})

describe('400', () => {
  test('without its fields', async () => {
    expectProblem(await app.call('GET', '/notifications/bmweb/status'), 'invalid_request')
  })
})

describe('401', () => {
  test('with a wrong hash or for another service', async () => {
    const { orderId } = await started()
    expectProblem(await back(orderId, { key: 'guess' }), 'invalid_signature')
    expectProblem(await back(orderId, { serviceId: '2' }), 'invalid_signature')
  })
})

describe('404', () => {
  test('for an order that is not ours', async () => {
    expectProblem(await back('unknown'), 'payment_not_found')
  })
})
