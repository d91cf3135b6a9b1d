import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp(
    {},
    { dpaId: 'dpa-1', pageLanguage: 'en' },
    { environment: { C2P_INITIATOR_ID: 'initiator-1' } },
  )
})
afterAll(() => app.close())

describe('200', () => {
  test('says what each system is started with', async () => {
    const { body } = await app.at('GET', 'methods/C2P')
    expect(body).toMatchObject([
      { organization: 'VISA', dpaId: 'dpa-1', srcInitiatorId: 'initiator-1' },
      { organization: 'MASTERCARD', dpaId: 'dpa-1', dpaTransactionOptions: { dpaLocale: 'en_PL' } },
    ])
  })
})
