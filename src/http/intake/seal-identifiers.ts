import { cardsInOnePiece } from '../../domain/cards/card-number-in-text.ts'
import { mapTexts } from '../../domain/map-texts.ts'
import type { NumberSeal } from '../../vault/number-seal.ts'

/** Members in which merchants name things of their own, with whatever numbers they like. */
export const ownIdentifiers: ReadonlySet<string> = new Set([
  'extOrderId',
  'extCustomerId',
  'extAccountNo',
  'extRefundId',
  'extSubpaymentId',
])

/**
 * What a merchant asks, with its own numbers sealed that might as well be card numbers: of a hundred long
 * order numbers four are. The same number is sealed in the other texts of the request too, such as
 * "Order 4532015112830366" or the way back to the shop; never where a card belongs.
 */
export function sealIdentifiers(seal: NumberSeal, merchantId: string, asked: unknown): unknown {
  const numbers = new Set(numbersIn(asked))
  if (numbers.size === 0) return asked
  const sealText = (text: string): string =>
    text.replace(NUMBER, (run) => (numbers.has(run) ? seal.seal(merchantId, run) : run))
  return mapMembers(asked, sealText)
}

const NUMBER = /\d+/g
const CARD_MEMBERS: ReadonlySet<string> = new Set(['instrument', 'instrumentNo'])

function numbersIn(value: unknown, name = ''): readonly string[] {
  if (typeof value === 'string') return ownIdentifiers.has(name) ? cardsInOnePiece(value) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, one]) => numbersIn(one, inner))
}

function mapMembers(value: unknown, change: (text: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return mapTexts(value, change)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      CARD_MEMBERS.has(name) ? one : mapTexts(one, change),
    ]),
  )
}
