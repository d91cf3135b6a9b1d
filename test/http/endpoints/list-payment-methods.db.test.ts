import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { card, startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const offered = async (changes: Record<string, unknown>) => {
  const { paymentId, client } = await app.page(changes)
  const answer = await app.call('GET', `/payment/${paymentId}/methods`, { token: client })
  return answer.body.methods.map(({ method }: { method: string }) => method)
}

describe('200', () => {
  test.for([
    [{}, ['CARD', 'PBL', 'BLIK', 'GPAY', 'APAY', 'C2P']],
    [{ order: { currency: 'EUR' }, options: { methods: 'CARD,BLIK' } }, ['CARD']],
    [{ options: { transKind: 'PREAUTH' } }, ['CARD', 'GPAY', 'APAY', 'C2P']],
  ] as const)('%j leaves %j', async ([changes, methods]) => {
    expect(await offered(changes)).toEqual(methods)
  })
})

test('all shows what the payment does not leave as INACTIVE', async () => {
  const { paymentId } = await app.page({ order: { currency: 'EUR' } })
  const { body } = await app.at('GET', `${paymentId}/methods?all=true`)
  expect(body.methods).toContainEqual({ method: 'BLIK', status: 'INACTIVE' })
  expect(body.methods).toHaveLength(6)
})

describe('404', () => {
  test('for an unknown payment', async () => {
    expectProblem(await app.at('GET', 'unknown/methods'), 'payment_not_found')
  })
})

test('a card is among them with its organizations', async () => {
  const id = await app.paymentId({ instrument: card({ cvv: null }) })
  const { body } = await app.at('GET', `${id}/methods`)
  expect(body.methods[0].cardGroups).toEqual(['VISA', 'MASTERCARD', 'AMEX', 'MAESTRO'])
})
