import type { AuthenticationRequest } from '../../src/connectors/threeds.ts'
import { makeCard } from '../../src/sandbox/cards.ts'
import { newReference } from './conformance/payer-peers.ts'

/** What a server of 3-D Secure is asked about a card of the scenario. */
export const authenticationQuestion = (
  scenario: number,
  change: Partial<AuthenticationRequest> = {},
): AuthenticationRequest => ({
  reference: newReference('3ds'),
  category: 'payment',
  number: makeCard('400000', scenario),
  expDate: '203412',
  organization: 'VISA',
  amountMinor: 9_999,
  currency: 'EUR',
  merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411', country: 'PL' },
  notificationUrl: 'https://gateway.example/acs',
  resultsUrl: 'https://gateway.example/results',
  purchaseDate: Date.UTC(2026, 10, 17),
  ...change,
})
