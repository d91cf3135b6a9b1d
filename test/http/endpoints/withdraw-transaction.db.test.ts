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

describe('200', () => {
  test('the latest adjustment goes, and the amount is what it was', async () => {
    const id = await hold()
    const { body: adjusted } = await app.at('POST', `${id}/adjustment`, { amount: 150 })
    const path = `${id}/transactions/${adjusted.transId}/cancel`
    expect((await app.at('POST', path, { description: 'mistake' })).status).toBe(200)
    expect((await app.at('GET', id)).body.amounts.authorized).toBe(99.99)
    const { body } = await app.at('GET', `${id}/transactions`)
    expect(body.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'CANCELLED'])
  })
})

describe('404', () => {
  test('for an unknown transaction', async () => {
    const path = `${await hold()}/transactions/unknown/cancel`
    expectProblem(await app.at('POST', path), 'transaction_not_found')
  })
})

describe('409', () => {
  test('nothing but an adjustment can be withdrawn', async () => {
    const id = await hold()
    const [{ transId }] = (await app.at('GET', `${id}/transactions`)).body
    const answer = await app.at('POST', `${id}/transactions/${transId}/cancel`)
    expectProblem(answer, 'transaction_not_withdrawable')
    expect(answer.body.paymentStatus).toBe('COMPLETED')
  })
})
