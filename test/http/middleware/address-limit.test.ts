import type { Request } from 'express'
import { expect, test } from 'vitest'
import { createAddressLimit, networkOf } from '../../../src/http/middleware/address-limit.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('one who has a network of addresses has no more than one who has one', () => {
  const limit = createAddressLimit(3, () => 0)
  const from = (ip: string) => ({ ip }) as Request
  for (const last of ['1', '2', '3']) limit.take(from(`2001:db8::${last}`))
  expect(() => {
    limit.take(from('2001:db8::4'))
  }).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  limit.take(from('2001:db8:0:1::4'))
})
