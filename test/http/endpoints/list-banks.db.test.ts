import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER } from '../support/test-app.ts'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'

const bank = {
  provider: 'BM',
  bank: 'SIMBANK',
  bankId: 1,
  name: 'Bank',
  iconURL: 'https://bank.example/icon.svg',
  available: true,
}

let app: PaymentApp
beforeAll(async () => {
  app = await startPaymentApp({ banks: () => Promise.resolve([bank]) })
})
afterAll(() => app.close())

describe('200', () => {
  test('lists the banks, also for the payer', async () => {
    const { client } = await app.page()
    for (const token of [app.bearer, client])
      expect((await app.call('GET', '/payment/methods/PBL', { token })).body).toEqual([bank])
  })

  test('none for a merchant without bank transfers', async () => {
    const settings = { methods: ['CARD' as const] }
    const other = { merchantId: OTHER.merchantId, kind: 'merchant' as const, name: 'other' }
    await app.services.merchants.save({ ...other, settings })
    const answer = await app.call('GET', '/payment/methods/PBL', { token: app.stranger })
    expect(answer.body).toEqual([])
  })
})
