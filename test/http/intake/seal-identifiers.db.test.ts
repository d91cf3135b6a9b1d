import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

/** An order number that a shop counts up, and that nobody can tell from a card. */
const number = '4532015112830366'

describe('a merchant’s own number that passes for a card', () => {
  let app: PaymentApp
  beforeAll(async () => {
    app = await startPaymentApp()
  })
  afterAll(() => app.close())

  const order = { extOrderId: number, description: `Order ${number}` }

  test('is stored sealed, in every text that repeats it, and answered as it was given', async () => {
    const customer = { email: 'payer@example.com', extCustomerId: `c-${number}` }
    const merchant = {
      merchantId: 'shop',
      redirectURL: `https://shop.example/back?order=${number}`,
    }
    const paymentId = await app.paymentId({ order, customer, merchant, instrument: card() })
    const kept = JSON.stringify([app.world.payment(paymentId), app.world.sent])
    expect(kept).not.toContain(number)
    expect(kept).toMatch(/"description":"Order sealed_[a-z]{28}"/)
    const { body } = await app.at('GET', paymentId)
    expect(body.order).toMatchObject({ extOrderId: number, description: `Order ${number}` })
    expect(body.merchant.redirectURL).toBe(merchant.redirectURL)
  })

  test('finds its payments again', async () => {
    const paymentId = await app.paymentId({ order: { extOrderId: `A${number}` } })
    const found = await app.call('POST', '/payment/search', {
      token: app.bearer,
      body: { extOrderId: `A${number}` },
    })
    expect(found.body).toEqual([paymentId])
  })

  test('in groups it is a card number, and refused', async () => {
    const answer = await app.create({ order: { extOrderId: '4532 0151 1283 0366' } })
    expectProblem(answer, 'invalid_request')
    expect(answer.text).not.toContain('0151 1283')
  })

  test('in a text that names no id it is refused', async () => {
    expectProblem(await app.create({ order: { description: number } }), 'invalid_request')
  })

  test('as a key of a request it is taken: only a keyed hash of it is kept', async () => {
    const answer = await app.create({}, { 'idempotency-key': number })
    expect(answer.status).toBe(200)
  })
})

test('an installation may refuse such ids instead', async () => {
  const app = await startPaymentApp({}, {}, { environment: { CARD_LIKE_IDS: 'refuse' } })
  try {
    const answer = await app.create({ order: { extOrderId: number } })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors).toEqual([
      { field: 'order.extOrderId', message: 'must not contain a card number' },
    ])
  } finally {
    await app.close()
  }
})
