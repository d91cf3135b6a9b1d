import { z } from 'zod'
import { Major } from './amount.ts'
import { optional } from './fields.ts'
import { paging } from './lists.ts'
import { moment } from './wire/queries.ts'

export const SettlementsQuery = z.strictObject(
  {
    from: optional(moment('Settled then or later')),
    to: optional(moment('Settled before')),
    ...paging,
  },
  { error: 'is not a filter of this list' },
)

export const Settlement = z
  .object({
    settlementId: z.string().describe('Its id in paths'),
    provider: z
      .string()
      .describe(
        'Who settled: `acquirer`, `blik`, `bank`, or an account of yours as connector/account',
      ),
    date: z.string().describe('The cut-off: what was sold before it is in'),
    currency: z.string().describe('Of all amounts'),
    gross: Major.describe('Sales and captures'),
    refunds: Major.describe('Refunds, kept back'),
    disputes: Major.describe('What disputes took with their fees, less what they gave back'),
    fees: Major.describe('Fees, kept back'),
    net: Major.describe('Gross less refunds, disputes and fees; below zero it is owed'),
    lines: z
      .int()
      .describe('How many sales, refunds and moves of disputes; they are in the CSV file'),
  })
  .meta({ id: 'Settlement' })

export const SettlementPage = z
  .object({
    settlements: z.array(Settlement).describe('The latest first'),
    nextCursor: optional(z.string().describe('There is more; absent on the last page')),
  })
  .meta({ id: 'SettlementPage' })
