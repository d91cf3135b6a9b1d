import { expect, test } from 'vitest'
import { isPageHost, pageOrigin } from '../../../src/domain/looks/page-host.ts'

test.for([
  ['pay.shop.example', true],
  ['xn--pay-0na.example', true],
  ['shop.localhost', true],
  ['shop', false],
  ['Pay.shop.example', false],
  ['pay.shop.example:8443', false],
  ['https://pay.shop.example', false],
  ['pay.shop.example/x', false],
  ['pay..example', false],
  ['-pay.shop.example', false],
  ['127.0.0.1', false],
  ['pay.shop.example\n', false],
  [`${'a'.repeat(64)}.example`, false],
] as const)('%s: %s', ([host, isOne]) => {
  expect(isPageHost(host)).toBe(isOne)
})

test('a page is on the name of its merchant, reached as the installation is', () => {
  const host = { pageHost: 'pay.shop.example' }
  expect(pageOrigin('https://pay.tollgate.example', {})).toBe('https://pay.tollgate.example')
  expect(pageOrigin('https://pay.tollgate.example', host)).toBe('https://pay.shop.example')
  expect(pageOrigin('http://localhost:3000', host)).toBe('http://pay.shop.example:3000')
})
