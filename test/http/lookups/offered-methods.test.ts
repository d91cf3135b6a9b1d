import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../../src/domain/merchant.ts'
import type { MerchantSettings } from '../../../src/domain/merchant.ts'
import { activatedMethods } from '../../../src/http/lookups/offered-methods.ts'
import type { WalletParts } from '../../../src/http/lookups/offered-wallets.ts'

const absent = { absent: true }

function offered(providers: object, settings: Partial<MerchantSettings> = {}) {
  const services = {
    config: {
      ...{ environment: 'sandbox', wallets: { rootsUrl: 'http://sandbox/roots' } },
      providers: { acquirer: {}, bank: {}, blik: {}, ...providers },
    },
    hasAppleCertificate: () => true,
  } as unknown as WalletParts
  const merchant = {
    merchantId: '1',
    settings: { ...defaultSettings, methods: ['CARD', 'GPAY', 'BLIK', 'PBL'], ...settings },
  }
  return activatedMethods(services, { merchant } as never).sort()
}

describe('a method is offered where somebody takes it', () => {
  test('the providers of the installation', () => {
    expect(offered({})).toEqual(['BLIK', 'CARD', 'GPAY', 'PBL'])
    expect(offered({ acquirer: absent })).toEqual(['BLIK', 'PBL'])
    expect(offered({ bank: absent, blik: absent })).toEqual(['CARD', 'GPAY'])
  })

  test('or an account of the merchant', () => {
    const nobody = { acquirer: absent, bank: absent, blik: absent }
    expect(offered(nobody)).toEqual([])
    expect(offered(nobody, { acquirer: 'stripe/main' })).toEqual(['CARD', 'GPAY'])
    const routes = [{ name: 'all', to: [{ via: 'stripe/main' }] }]
    expect(offered(nobody, { routes })).toEqual(['CARD', 'GPAY'])
    expect(offered(nobody, { bank: 'przelewy24/main' })).toEqual(['PBL'])
    expect(offered(nobody, { blik: 'przelewy24/main' })).toEqual(['BLIK'])
  })
})
