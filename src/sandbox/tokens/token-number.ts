import { randomInt } from 'node:crypto'
import { makeCard } from '../cards.ts'

/**
 * A number for a token: of the card's own test range and scenario, with a leading 9 after the BIN
 * and random digits, so that it is no card anyone was told to use.
 */
export function tokenNumber(cardNumber: string): string {
  const bin = cardNumber.slice(0, 6)
  const room = cardNumber.length - bin.length - 4
  const middle = `9${randomInt(0, 10 ** (room - 1))}`
  return makeCard(bin, Number(cardNumber.slice(-4, -1)), middle)
}
