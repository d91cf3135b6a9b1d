import type { Organization } from '../instrument.ts'
import type { Funding } from './bin-row.ts'
import type { BinTable } from './bin-table.ts'
import { brandOf } from './brands.ts'
import { present } from '../present.ts'

/** What is known about a card; what is not known is not there. */
export interface CardFacts {
  organization: Organization
  cardType?: Funding
  issuer?: string
  issuerCountry?: string
  transferAllowed: boolean
  fastTransfer: boolean
}

/** What an acquirer tells of a card that it has charged, in the same words. */
export type LearntFacts = Partial<Pick<CardFacts, 'cardType' | 'issuer' | 'issuerCountry'>>

/** What was learnt fills only the gaps: the operator's file goes before it. */
export const withLearnt = (facts: CardFacts, learnt: LearntFacts | undefined): CardFacts => ({
  ...learnt,
  ...facts,
})

export const hasGaps = ({ cardType, issuerCountry }: CardFacts): boolean =>
  cardType === undefined || issuerCountry === undefined

/**
 * What the leading digits of a card number tell. The issuer file goes before the compiled brands; a
 * card that neither knows is nobody's. The sandbox takes only what its file lists, so that no real
 * card ever gets into it.
 */
export function cardFactsOf(
  number: string,
  { table, onlyListed }: { table: BinTable; onlyListed: boolean },
): CardFacts | undefined {
  const row = table.find(number)
  if (row?.lengths && !row.lengths.includes(number.length)) return undefined
  if (!row && onlyListed) return undefined
  const organization = row?.organization ?? brandOf(number)
  if (!organization) return undefined
  const { funding, issuer, country, transfer = 'none' } = row ?? {}
  return {
    organization,
    ...present({ cardType: funding }),
    ...(issuer && { issuer }),
    ...(country && { issuerCountry: country }),
    transferAllowed: transfer !== 'none',
    fastTransfer: transfer === 'fast',
  }
}
