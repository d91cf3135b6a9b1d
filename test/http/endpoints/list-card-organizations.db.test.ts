import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('lists the organizations whose cards are taken, with their marks', async () => {
    const { body } = await app.at('GET', 'methods/CARD')
    expect(body.map(({ organization }: { organization: string }) => organization)).toEqual([
      'VISA',
      'MASTERCARD',
      'AMEX',
      'MAESTRO',
    ])
    expect(body[0].iconURL).toMatch(/^http.*\/icons\/visa\.svg$/)
  })
})
