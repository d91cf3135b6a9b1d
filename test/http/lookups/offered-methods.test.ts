import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../../src/domain/merchant.ts'
import type { MerchantSettings } from '../../../src/domain/merchant.ts'
import { activatedMethods } from '../../../src/http/lookups/offered-methods.ts'
import type { OfferParts } from '../../../src/http/lookups/offered-methods.ts'
import type { Channel } from '../../../src/domain/actor/channel.ts'

const absent = { absent: true }

async function offered(
  providers: object,
  settings: Partial<MerchantSettings> = {},
  accounts: readonly object[] = [],
  channel?: Channel,
) {
  const services = {
    config: {
      environment: 'sandbox',
      wallets: { rootsUrl: 'http://sandbox/roots' },
      providers: { acquirer: {}, bank: {}, blik: {}, threeds: {}, ...providers },
    },
    hasAppleCertificate: () => true,
    connectorAccounts: { list: () => Promise.resolve(accounts) },
  } as unknown as OfferParts
  const merchant = {
    merchantId: '1',
    settings: { ...defaultSettings, methods: ['CARD', 'GPAY', 'BLIK', 'PBL'], ...settings },
  }
  return (await activatedMethods(services, { merchant, channel } as never)).sort()
}

describe('a method is offered where somebody takes it', () => {
  test('the providers of the installation', async () => {
    expect(await offered({})).toEqual(['BLIK', 'CARD', 'GPAY', 'PBL'])
    expect(await offered({ acquirer: absent })).toEqual(['BLIK', 'PBL'])
    expect(await offered({ bank: absent, blik: absent })).toEqual(['CARD', 'GPAY'])
  })

  test('or an account of the merchant', async () => {
    const nobody = { acquirer: absent, bank: absent, blik: absent }
    expect(await offered(nobody)).toEqual([])
    expect(await offered(nobody, { acquirer: 'stripe/main' })).toEqual(['CARD', 'GPAY'])
    const routes = [{ name: 'all', to: [{ via: 'stripe/main' }] }]
    expect(await offered(nobody, { routes })).toEqual(['CARD', 'GPAY'])
    expect(await offered(nobody, { bank: 'przelewy24/main' })).toEqual(['PBL'])
    expect(await offered(nobody, { blik: 'przelewy24/main' })).toEqual(['BLIK'])
  })
})

describe('a card is offered where somebody can ask its holder', () => {
  const nobody = { threeds: absent }
  const own = { acquirer: 'stripe/main' }
  const account = (authentication: string) => [
    { connector: 'stripe', account: 'main', settings: { authentication } },
  ]

  test('a server of the installation or of the merchant, or a merchant who goes without', async () => {
    expect(await offered(nobody)).not.toContain('CARD')
    expect(await offered(nobody, { threeds: 'stripe/main' })).toContain('CARD')
    expect(await offered(nobody, { withoutAuthentication: 'proceed' })).toContain('CARD')
  })

  test('an acquirer that asks with the charge, as its account says', async () => {
    expect(await offered(nobody, own, account('acquirer'))).toContain('CARD')
    expect(await offered(nobody, own, account('server'))).not.toContain('CARD')
    expect(await offered(nobody, own)).not.toContain('CARD')
  })

  test('or a rule that names a server', async () => {
    const routes = (threeds: object) => [{ name: 'all', to: [{ via: 'stripe/main', ...threeds }] }]
    expect(await offered(nobody, { routes: routes({}) })).not.toContain('CARD')
    const named = { routes: routes({ threeds: 'stripe/bin' }) }
    expect(await offered(nobody, named)).toContain('CARD')
  })

  test('a wallet may bring its own proof, and nobody is asked by phone', async () => {
    expect(await offered(nobody)).toContain('GPAY')
    const byPhone = { channels: ['CSS' as const] }
    expect(await offered(nobody, byPhone, [], 'CSS')).toContain('CARD')
  })
})
