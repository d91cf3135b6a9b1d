import { expect, test } from 'vitest'
import { isVia, readVia } from '../../../src/domain/actor/via.ts'

test('an account is named by its connector and a name there', () => {
  expect(isVia('stripe/main-2')).toBe(true)
  expect(readVia('stripe/main-2')).toEqual({ connector: 'stripe', account: 'main-2' })
})

test.for([
  'stripe',
  'stripe/',
  '/main',
  'Stripe/main',
  'stripe/main/shop',
  'stripe/main x',
  'my stripe/main',
  `stripe/${'a'.repeat(33)}`,
])('%s names no account', (text) => {
  expect(isVia(text)).toBe(false)
})
