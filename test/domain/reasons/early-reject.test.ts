import { expect, test } from 'vitest'
import { earlyReject } from '../../../src/domain/reasons/early-reject.ts'
import { defaultSettings } from '../../../src/domain/merchant.ts'

const settings = {
  ...defaultSettings,
  channels: ['WEBAPI' as const],
  methods: ['CARD' as const, 'BLIK' as const, 'PBL' as const],
  currencies: ['PLN' as const, 'EUR' as const],
}
type Wish = Parameters<typeof earlyReject>[1]
const wish: Wish = {
  channel: 'WEBAPI',
  method: 'CARD',
  currency: 'PLN',
  options: { transKind: 'AUTH' },
}
const preauth = { transKind: 'PREAUTH' } as const

test.each<[Partial<Wish>, string | undefined]>([
  [{}, undefined],
  [{ method: 'UNKNOWN' }, undefined],
  [{ channel: 'PAYWALL' }, 'CHANNEL_NOT_SUPPORTED'],
  [{ channel: 'PAYWALL', method: 'GPAY' }, 'CHANNEL_NOT_SUPPORTED'],
  [{ method: 'GPAY' }, 'METHOD_NOT_SUPPORTED'],
  [{ method: 'GPAY', currency: 'USD' }, 'METHOD_NOT_SUPPORTED'],
  [{ currency: 'USD' }, 'CURRENCY_NOT_SUPPORTED'],
  [{ method: 'BLIK', currency: 'EUR' }, 'METHOD_NOT_SUPPORTED'],
  [{ method: 'BLIK' }, undefined],
  [{ method: 'BLIK', options: preauth }, 'METHOD_NOT_SUPPORTED'],
  [{ method: 'PBL', options: preauth }, 'METHOD_NOT_SUPPORTED'],
  [{ options: preauth }, undefined],
  [{ options: { transKind: 'AUTH', methods: ['BLIK'] } }, 'METHOD_NOT_SUPPORTED'],
  [{ options: { transKind: 'AUTH', methods: ['CARD'] } }, undefined],
])('%j ends with %s', (changes, code) => {
  expect(earlyReject(settings, { ...wish, ...changes })).toBe(code)
})
