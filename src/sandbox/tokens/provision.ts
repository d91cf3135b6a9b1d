import { randomBytes } from 'node:crypto'
import { readCard } from '../cards.ts'
import type { NetworkToken, Service } from './network-tokens.ts'
import { tokenNumber } from './token-number.ts'

/** Why a card gets no token from this service; undefined when it does. */
export function refusalOf(service: Service, number: string): string | undefined {
  const card = readCard(number)
  const scheme = service === 'vts' ? 'VISA' : 'MASTERCARD'
  if (card?.scheme !== scheme) return 'CARD_NOT_ELIGIBLE'
  return card.scenario === 124 ? 'CARD_BLOCKED' : undefined
}

export function createToken(service: Service, number: string, expDate: string): NetworkToken {
  return {
    service,
    instrumentRef: `${service}_${randomBytes(16).toString('hex')}`,
    number: tokenNumber(number),
    last4: number.slice(-4),
    expDate,
    status: 'ACTIVE',
  }
}
