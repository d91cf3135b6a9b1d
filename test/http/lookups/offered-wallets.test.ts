import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../../src/domain/merchant.ts'
import type { MerchantSettings } from '../../../src/domain/merchant.ts'
import { isWalletOffered } from '../../../src/http/lookups/offered-wallets.ts'
import type { WalletParts } from '../../../src/http/lookups/offered-wallets.ts'

const WALLETS = ['GPAY', 'APAY', 'C2P'] as const

function offered(wallets: object, settings: Partial<MerchantSettings>, environment = 'production') {
  const services = {
    config: { environment, wallets },
    hasAppleCertificate: (id: string) => id === 'merchant.example.shop',
  } as unknown as WalletParts
  const merchant = { merchantId: '1', settings: { ...defaultSettings, ...settings } }
  return WALLETS.filter((method) => isWalletOffered(services, method, merchant))
}

const installation = { rootsFile: 'roots.json', googleGateway: 'gate', c2pInitiatorId: 'us' }
const merchant = {
  googlePayMerchantId: 'BCR',
  applePayMerchantId: 'merchant.example.shop',
  dpaId: 'dpa',
}

describe('in production a wallet is offered', () => {
  test('where installation and merchant have all that it asks for', () => {
    expect(offered(installation, merchant)).toEqual(WALLETS)
  })

  test.for<[string, object, Partial<MerchantSettings>, string[]]>([
    ['nothing', {}, {}, []],
    ['no roots', { ...installation, rootsFile: undefined }, merchant, []],
    [
      'the address of Google alone',
      { ...installation, rootsFile: undefined, googleKeysUrl: 'https://google.example' },
      merchant,
      ['GPAY'],
    ],
    ['no name at Google', { ...installation, googleGateway: undefined }, merchant, ['APAY', 'C2P']],
    [
      'no id at Click to Pay',
      { ...installation, c2pInitiatorId: undefined },
      merchant,
      ['GPAY', 'APAY'],
    ],
    [
      'a merchant without an id of its own at Click to Pay',
      installation,
      { googlePayMerchantId: 'BCR' },
      ['GPAY'],
    ],
    [
      'a merchant whose certificate is not there',
      installation,
      { applePayMerchantId: 'merchant.example.other' },
      [],
    ],
  ])('not with %s', ([, wallets, settings, left]) => {
    expect(offered(wallets, settings)).toEqual(left)
  })
})

test('the sandbox has wallets that ask for nothing', () => {
  expect(offered({ rootsUrl: 'http://127.0.0.1' }, {}, 'sandbox')).toEqual(WALLETS)
  expect(offered({}, {}, 'sandbox')).toEqual([])
})
