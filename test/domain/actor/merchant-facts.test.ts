import { describe, expect, test } from 'vitest'
import {
  acceptsOrganization,
  acquirerMerchantIdOf,
} from '../../../src/domain/actor/merchant-facts.ts'

describe('the number that a merchant is charged and authenticated under', () => {
  const told = { name: 'Shop', mcc: '5999', country: 'PL' }
  const both = { ...told, amexMerchantId: 'amex', acquirerMerchantId: 'acq' }

  test('is that of American Express for its cards alone', () => {
    expect(acquirerMerchantIdOf(both, 'AMEX')).toBe('amex')
    expect(acquirerMerchantIdOf(both, 'VISA')).toBe('acq')
    expect(acquirerMerchantIdOf(both, undefined)).toBe('acq')
  })

  test('is the one at the acquirer where American Express knows no other', () => {
    expect(acquirerMerchantIdOf({ ...told, acquirerMerchantId: 'acq' }, 'AMEX')).toBe('acq')
  })

  test('is none where none is on file', () => {
    expect(acquirerMerchantIdOf(told, 'AMEX')).toBeUndefined()
  })
})

describe('a card', () => {
  test('is accepted when its organization is, or when all are', () => {
    expect(acceptsOrganization(['VISA'], 'VISA')).toBe(true)
    expect(acceptsOrganization(['VISA'], 'AMEX')).toBe(false)
    expect(acceptsOrganization(undefined, 'AMEX')).toBe(true)
  })

  test('whose organization nobody knows yet is not turned away', () => {
    expect(acceptsOrganization(['VISA'], undefined)).toBe(true)
  })
})
