import { z } from 'zod'
import { optional } from '../fields.ts'
import { moment } from '../wire/queries.ts'

export const DisputeRatesQuery = z.strictObject(
  {
    from: optional(moment('Since then; 30 days ago unless it is given')),
    to: optional(moment('Before then; now unless it is given')),
  },
  { error: 'is not a filter of this list' },
)

const Rate = z
  .object({
    name: z.string().describe('What they have in common'),
    payments: z.int().describe('Charged in the time'),
    disputes: z.int().describe('Chargebacks opened in the time; inquiries do not count'),
    share: optional(
      z.number().describe('Disputes of so many payments, 0 to 1; absent without a payment'),
    ),
    watchedFrom: optional(
      z
        .object({
          share: z.number().describe('This share of a month'),
          disputes: z.int().describe('And this many'),
        })
        .describe('Where the programme of the network begins; acquirers may be stricter'),
    ),
    watched: optional(z.boolean().describe('Both are reached')),
  })
  .meta({ id: 'DisputeRate' })

export const DisputeRates = z
  .object({
    from: z.string().describe('Begin of the time'),
    to: z.string().describe('End of the time'),
    all: Rate.describe('Of all payments'),
    byMethod: z.array(Rate).describe('By the method of payment'),
    byOrganization: z.array(Rate).describe('By the organization of the card'),
    byReason: z
      .array(Rate)
      .describe('Of all payments: why one will be contested is not known before'),
  })
  .meta({ id: 'DisputeRates' })
