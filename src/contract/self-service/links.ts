import { z } from 'zod'
import { methods } from '../../domain/instrument.ts'
import { collectable, linkStatuses } from '../../domain/payment/payment-link.ts'
import { Amount, AMOUNT_PROBLEM, Major, minorOf } from '../amount.ts'
import { body } from '../body.ts'
import { CurrencyCode, oneOf, optional, text, Time, WebAddress, wholeNumber } from '../fields.ts'
import { paging } from '../lists.ts'
import { moment } from '../wire/queries.ts'

const UNLIMITED = 'unlimited'
const MOST_USES = 100_000

const collect = z
  .array(z.enum(collectable, `must be one of ${collectable.join(', ')}`))
  .max(collectable.length, 'must name each once')
  .describe('What the payer is asked for besides the e-mail address, which always is')

/** POST /links */
export const CreateLink = body(
  z
    .object({
      amount: optional(
        Amount.describe('What is paid; or leave it to the payer, with the next two'),
      ),
      minAmount: optional(Amount.describe('The least that the payer may choose')),
      maxAmount: optional(Amount.describe('The most that the payer may choose')),
      currency: CurrencyCode,
      description: text(255, 'What the payer reads'),
      extOrderId: optional(text(128, 'Your own id of the order; only with one use')),
      uses: optional(
        z
          .union(
            [wholeNumber(1, MOST_USES, 'How many payments'), z.enum([UNLIMITED])],
            `must be a whole number from 1 to ${String(MOST_USES)}, or ${UNLIMITED}`,
          )
          .describe('How many payments may be made of it; 1 when not given'),
      ),
      expiresAt: optional(moment('No payment begins afterwards; one that has begun may end')),
      method: optional(oneOf(methods, 'The only method; the payer chooses when not given')),
      redirectURL: optional(WebAddress.describe('Where payers land; https, or one of appLinks')),
      collect: optional(collect),
    })
    .superRefine((link, context) => {
      const { amount, minAmount, maxAmount, currency, uses = 1, extOrderId } = link
      const add = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const given = { amount, minAmount, maxAmount }
      for (const [name, value] of Object.entries(given))
        if (value !== undefined && minorOf(value, currency) === undefined) add(name, AMOUNT_PROBLEM)
      const isOpen = minAmount !== undefined && maxAmount !== undefined
      const isHalfOpen = minAmount !== undefined || maxAmount !== undefined
      if (amount === undefined && !isOpen) add('amount', 'is needed, or minAmount and maxAmount')
      if (amount !== undefined && isHalfOpen)
        add('amount', 'must not be given with minAmount and maxAmount')
      if (isOpen && Number(minAmount) > Number(maxAmount))
        add('maxAmount', 'must not be less than minAmount')
      if (extOrderId !== undefined && uses !== 1)
        add('extOrderId', 'is for links of one use: one payment of an order succeeds')
    })
    .meta({
      id: 'CreateLinkRequest',
      allOf: [{ anyOf: [{ required: ['amount'] }, { required: ['minAmount', 'maxAmount'] }] }],
    }),
)
export type CreateLink = z.output<typeof CreateLink>

/** PATCH /links/{linkId} */
export const ChangeLink = body(
  z
    .object({ status: oneOf(['ENDED'], 'It takes no payment any more, for good') })
    .meta({ id: 'ChangeLink' }),
)

export const Link = z
  .object({
    linkId: z.string().describe('Its id in paths, and in the reads and events of its payments'),
    url: z.string().describe('What you share'),
    status: z.enum(linkStatuses).describe('Only an ACTIVE one can be paid by'),
    amount: optional(Major),
    minAmount: optional(Major),
    maxAmount: optional(Major),
    currency: z.string(),
    description: z.string(),
    extOrderId: optional(z.string()),
    uses: z.union([z.int(), z.literal(UNLIMITED)]).describe('How many payments may be made of it'),
    paid: z.int().describe('How many payments were paid'),
    open: z.int().describe('How many are under way'),
    expiresAt: optional(Time),
    method: optional(z.enum(methods)),
    redirectURL: optional(z.string()),
    collect,
    createdAt: Time,
  })
  .meta({ id: 'Link' })

export const LinksQuery = z.strictObject(paging, { error: 'is not a filter of this list' })

export const LinkPage = z
  .object({
    links: z.array(Link).describe('Newest first'),
    nextCursor: optional(z.string().describe('There is more; absent on the last page')),
  })
  .meta({ id: 'LinkPage' })

export const usesOf = (given: CreateLink['uses'] = 1): number | undefined =>
  given === UNLIMITED ? undefined : given
export const shownUses = (uses: number | undefined): number | typeof UNLIMITED => uses ?? UNLIMITED
