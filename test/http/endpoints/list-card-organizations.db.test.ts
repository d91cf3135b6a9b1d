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

  test('lists nothing that a payment would be refused for', async () => {
    const { merchantId, kind, name } = (await app.services.merchants.find('shop'))!
    const settings = { organizations: ['MASTERCARD' as const] }
    await app.services.merchants.save({ merchantId, kind, name, settings })
    expect((await app.at('GET', 'methods/CARD')).body).toMatchObject([
      { organization: 'MASTERCARD' },
    ])
    const paths = ['methods', `${await app.paymentId()}/methods`]
    for (const path of paths) {
      const { methods } = (await app.at('GET', path)).body as { methods: { method: string }[] }
      const [cards] = methods.filter(({ method }) => method === 'CARD')
      expect(cards, path).toMatchObject({ cardGroups: ['MASTERCARD'] })
    }
  })
})
