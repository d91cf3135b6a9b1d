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
const adjust = (id: string, body: object) => app.at('POST', `${id}/adjustment`, body)

describe('200', () => {
  test('the amount is the new total, up and down', async () => {
    const id = await hold()
    const up = await adjust(id, { amount: 150, description: 'more' })
    expect(up.body).toMatchObject({ status: 'COMPLETED', amounts: { authorized: 150 } })
    const down = await adjust(id, { amount: 80 })
    expect(down.body.amounts.authorized).toBe(80)
  })
})

describe('400', () => {
  test.for([{}, { amount: null }, { amount: '' }, { amount: 0 }, { amount: 1.005 }])(
    '%j',
    async (body) => {
      expectProblem(await adjust(await hold(), body), 'invalid_request')
    },
  )
})

describe('409', () => {
  test('there is nothing to adjust without a hold, or after the capture', async () => {
    const sale = await app.paymentId({ instrument: card() })
    expectProblem(await adjust(sale, { amount: 1 }), 'payment_not_adjustable')
    const captured = await hold()
    await app.at('POST', `${captured}/capture`)
    expectProblem(await adjust(captured, { amount: 1 }), 'capture_exists')
  })
})

describe('422', () => {
  test('the same amount changes nothing', async () => {
    const answer = await adjust(await hold(), { amount: 99.99 })
    expectProblem(answer, 'adjustment_changes_nothing')
  })
})
