import { expect, test } from 'vitest'
import {
  isVersionOf,
  nextVersion,
  withAccountReplaced,
} from '../../../src/domain/routing/account-version.ts'

test.for([
  ['stripe/main', [], 'stripe/main'],
  ['stripe/main', ['stripe/second', 'sandbox/main'], 'stripe/main'],
  ['stripe/main', ['stripe/main'], 'stripe/main-2'],
  ['stripe/main', ['stripe/main', 'stripe/main-2', 'stripe/main-10'], 'stripe/main-11'],
  ['stripe/main-2', ['stripe/main', 'stripe/main-2'], 'stripe/main-3'],
] as const)('after %s beside %j comes %s', ([via, known, next]) => {
  expect(nextVersion(via, known)).toBe(next)
})

test('a name that leaves no place for a number has no next version', () => {
  const via = `stripe/${'a'.repeat(32)}`
  expect(nextVersion(via, [via])).toBeUndefined()
})

test('versions are of one account at one connector', () => {
  expect(isVersionOf('autopay/main-2', 'autopay/main')).toBe(true)
  expect(isVersionOf('stripe/main-2', 'autopay/main')).toBe(false)
  expect(isVersionOf('autopay/other', 'autopay/main')).toBe(false)
})

test('settings name the new version wherever they named the old one, and nowhere else', () => {
  const rule = { name: 'all', to: [{ via: 'stripe/main', weight: 9 }, { via: 'sandbox/main' }] }
  expect(
    withAccountReplaced(
      { routes: [rule], acquirer: 'sandbox/main', bank: 'stripe/main', holdDays: 7 },
      'stripe/main',
      'stripe/main-2',
    ),
  ).toEqual({
    bank: 'stripe/main-2',
    routes: [{ ...rule, to: [{ via: 'stripe/main-2', weight: 9 }, { via: 'sandbox/main' }] }],
  })
  expect(withAccountReplaced({ routes: [rule] }, 'stripe/old', 'stripe/new')).toEqual({})
})
