import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { expectProblem } from '../support/problem.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

const instrument = { type: 'CARD', instrumentNo: '5105100000001009' }

describe('200', () => {
  test('says who issued it and whether it takes transfers, never the number', async () => {
    for (const body of [instrument, { instrument }]) {
      const answer = await app.at('POST', 'cardInfo', body)
      expect(answer.body).toEqual({
        organization: 'MASTERCARD',
        cardType: 'DEBIT',
        cardMask: '510510******1009',
        issuer: 'Tollgate Test Bank',
        issuerCountry: 'PL',
        transferAllowed: true,
        fastTransfer: true,
      })
    }
  })

  test('a card that we do not know takes no transfer', async () => {
    const { body } = await app.at('POST', 'cardInfo', { instrumentNo: '4999990000000007' })
    expect(body).toEqual({
      cardMask: '499999******0007',
      transferAllowed: false,
      fastTransfer: false,
    })
  })
})

describe('400', () => {
  test('a wrong number is not quoted', async () => {
    const answer = await app.at('POST', 'cardInfo', { instrumentNo: '5105100000001008' })
    expectProblem(answer, 'invalid_request')
    expect(answer.text).not.toContain('5105100000001008')
  })
})
