import { z } from 'zod'
import { holdsCardNumber } from '../domain/cards/card-number-in-text.ts'
import { CARD_NUMBER_PROBLEM, optional, Time } from './fields.ts'

const MAX_LENGTH = 8_000

/** What the payer has agreed to, in whatever form the merchant keeps it. */
export const Consents = z
  .unknown()
  .refine(
    (value) => JSON.stringify(value ?? null).length <= MAX_LENGTH,
    `must have at most ${String(MAX_LENGTH)} characters as JSON`,
  )
  .refine((value) => !holdsCardNumber(JSON.stringify(value ?? null)), CARD_NUMBER_PROBLEM)
  .describe(
    'What the payer has agreed to, in your own form: such as a list with type, version, text and ' +
      'time of each. Kept unchanged with a card that is stored, as proof',
  )

/** The proof, as it was given. */
export const KeptConsents = z
  .object({
    statement: z.unknown().describe('What was given as consents, unchanged'),
    receivedAt: Time.describe('When we were told'),
    ip: optional(z.string().describe('Address of the payer, where it was given')),
  })
  .meta({ id: 'KeptConsents' })
