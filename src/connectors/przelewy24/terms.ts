import { present } from '../../domain/present.ts'
import type { OwnOutcomes } from './outcomes.ts'

/** What an account has agreed on, besides who it is. */
export interface Terms {
  country: string
  language: string
  email?: string | undefined
  regulationAccept: boolean
  blikMethod?: number | undefined
  recurringType: 'M' | 'O'
  outcomes: OwnOutcomes
  /** Whether a registration that nobody has paid is found when it is asked for. */
  listsUnpaid: boolean
  reports: boolean
  /** Payers may choose cards, on their page. */
  cards: boolean
}

const LONGEST_EMAIL = 50

/** They want an address with every payment: the payer's, else the account's. */
export const emailOf = (email: string | undefined, terms: Terms): string | undefined =>
  [email, terms.email].find((one) => one !== undefined && one.length <= LONGEST_EMAIL)

export const noEmail = 'no e-mail address of at most 50 characters, of payer or account'

export const commonFields = (
  { country, language, regulationAccept }: Terms,
  { email, description }: { email: string; description: string },
) => ({
  email,
  country,
  language,
  description: description.slice(0, 1_024),
  ...present({ regulationAccept: regulationAccept || undefined }),
})
