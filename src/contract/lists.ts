import { z } from 'zod'
import { eventTypes } from '../domain/event-type.ts'
import { Major } from './amount.ts'
import { Status } from './answers.ts'
import { anyText, CurrencyCode, Email, oneOf, optional, text, Time } from './fields.ts'
import { Method } from './payment.ts'
import {
  amountText,
  moment,
  ownName,
  repeatable,
  waitSeconds,
  wholeNumberText,
} from './wire/queries.ts'
import { PaymentInfo } from './reads.ts'

/** Query parameters that every list has. */
export const paging = {
  limit: optional(wholeNumberText(1, 100, 'a number', 'Rows of a page, 20 when not given')),
  cursor: optional(
    ownName(600, 'The nextCursor of the page before; of any other list or merchant it is a 400'),
  ),
}

export const DEFAULT_LIMIT = 20
export const limitOf = ({ limit = DEFAULT_LIMIT }: { limit?: number }): number => limit

export const nextCursor = optional(z.string().describe('There is more; absent on the last page'))

export const PaymentsQuery = z.strictObject(
  {
    status: optional(repeatable(Status)),
    method: optional(Method),
    currency: optional(CurrencyCode),
    amountFrom: optional(amountText('At least, in major units')),
    amountTo: optional(amountText('At most, in major units')),
    createdFrom: optional(moment('Created then or later')),
    createdTo: optional(moment('Created before')),
    updatedFrom: optional(moment('Changed then or later')),
    updatedTo: optional(moment('Changed before')),
    extOrderId: optional(text(128, "The merchant's order id")),
    linkId: optional(
      z
        .string('must be a linkId')
        .regex(/^[a-z]{1,64}$/, 'must be a linkId: letters, at most 64')
        .describe('Made by this payment link'),
    ),
    email: optional(Email.describe("The payer's e-mail address")),
    rejectCode: optional(text(64, 'Why it was rejected')),
    reference: optional(anyText(128, 'The acquirerRef of one of its transactions')),
    cardMask: optional(
      z
        .string('must be a card mask')
        .regex(/^(\d{6}\*{2,9})?\d{4}$/, 'must be a mask such as 400000******1000, or four digits')
        .describe('The card as answers show it, or its last four digits'),
    ),
    order: optional(
      oneOf(['created_desc', 'created_asc', 'updated_asc'], 'Newest first when not given'),
    ),
    ...paging,
  },
  { error: 'is not a filter of this list' },
)
/** The same filters, for a file of all. */
export const PaymentsExport = PaymentsQuery.omit({ limit: true, cursor: true })
export const ExportQuery = z.strictObject(
  { from: optional(moment('Then or later')), to: optional(moment('Before')) },
  { error: 'is not a filter of this list' },
)

export type PaymentsQuery = z.output<typeof PaymentsQuery>

export const PaymentPage = z
  .object({ payments: z.array(PaymentInfo).describe('The payments of this page'), nextCursor })
  .meta({ id: 'PaymentPage' })

export const EventsQuery = z.strictObject(
  {
    after: optional(
      ownName(100, 'The eventId that was read last; what is no event of yours is a 400'),
    ),
    type: optional(repeatable(z.enum(eventTypes))),
    order: optional(
      oneOf(['created_asc', 'created_desc'], 'Oldest first when not given; after then reads back'),
    ),
    wait: optional(waitSeconds('Hold the answer until there is an event, at most so many seconds')),
    ...paging,
  },
  { error: 'is not a filter of this list' },
)

const eventId = z.string().describe('As in the notification; read on after it')

export const MerchantEvent = z
  .object({
    eventId,
    type: z.enum(eventTypes).describe('What happened'),
    createdAt: Time,
    data: z.looseObject({}).describe('The body of the notification'),
  })
  .meta({ id: 'MerchantEvent' })

export const EventPage = z
  .object({ events: z.array(MerchantEvent).describe('In the order asked for'), nextCursor })
  .meta({ id: 'EventPage' })

export const AttemptList = z
  .object({
    attempts: z
      .array(
        z.object({
          at: Time,
          url: z.string().describe('Where it was sent'),
          httpStatus: optional(z.int().describe('What the server answered, if it did')),
          durationMs: z.int().describe('How long that took'),
          problem: optional(z.string().describe('Why there was no answer')),
        }),
      )
      .describe('Oldest first'),
  })
  .meta({ id: 'AttemptList' })

export const ResendAnswer = z.object({ eventId }).meta({ id: 'ResendAnswer' })

export const BalanceAnswer = z
  .object({
    balances: z
      .array(z.object({ currency: z.string(), available: Major, reserved: Major }))
      .describe('One for each currency'),
  })
  .meta({ id: 'Balance' })

export const EntriesQuery = z.strictObject(
  { currency: optional(CurrencyCode), ...paging },
  { error: 'is not a filter of this list' },
)

export const entryKinds = [
  'SALE',
  'REFUND',
  'REFUND_RETURNED',
  'CANCEL',
  'CANCEL_RETURNED',
  'DISPUTE',
  'DISPUTE_RETURNED',
  'PAYOUT',
  'TOP_UP',
  'OTHER',
] as const

export const EntryPage = z
  .object({
    entries: z
      .array(
        z.object({
          at: Time,
          kind: z.enum(entryKinds).describe('Why it moved; RETURNED: it came back'),
          amount: Major,
          currency: z.string(),
          balanceAfter: Major,
          paymentId: optional(z.string()),
          refundId: optional(z.string()),
        }),
      )
      .describe('Latest first'),
    nextCursor,
  })
  .meta({ id: 'EntryPage' })
