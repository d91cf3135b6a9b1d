import { randomBytes } from 'node:crypto'
import { makeCard } from '../../../src/sandbox/cards.ts'

export const newReference = (operation = 'auth') =>
  `${randomBytes(8).toString('hex')}-${operation}-${randomBytes(3).toString('hex')}`

/** The body of an authorisation of 99.99 PLN with the Visa test card of a scenario. */
export function authorization(scenario: number, changes: Record<string, unknown> = {}) {
  const { card, ...rest } = changes
  return {
    reference: newReference(),
    kind: 'SALE',
    amountMinor: 9999,
    currency: 'PLN',
    merchant: { merchantId: 'MID-ONE', name: 'Shop', mcc: '5411' },
    card: { number: makeCard('400000', scenario), expDate: '203012', cvv: '123', ...(card ?? {}) },
    initiator: 'CUSTOMER',
    ...rest,
  }
}

export function later(originalReference: string, amountMinor: number, changes = {}) {
  return {
    reference: newReference('later'),
    originalReference,
    amountMinor,
    currency: 'PLN',
    ...changes,
  }
}
