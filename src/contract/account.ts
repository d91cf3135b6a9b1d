import { z } from 'zod'
import { methods } from '../domain/instrument.ts'
import { pageFonts } from '../domain/merchant.ts'
import { MOST_LOGO_BYTES } from '../domain/looks/picture.ts'
import { Major } from './amount.ts'
import { body } from './body.ts'
import { CARD_NUMBER_PROBLEM, CurrencyCode, hasNoCardNumber, oneOf, optional } from './fields.ts'
import { Channel, Method } from './payment.ts'

const address = (description: string) =>
  z
    .string('must be a web address')
    .max(2048, 'must have at most 2048 characters')
    .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
    .describe(description)

/** What a merchant may set itself. */
const own = {
  url: address('The shop'),
  redirectURL: address('Where payers go after the payment page'),
  logoURL: address('Shown on the payment page; of a picture that was uploaded, where we serve it'),
  notificationURL: address('Where notifications are sent'),
  pageMethods: z
    .array(z.enum(methods, `must be one of ${methods.join(', ')}`))
    .min(1, 'must name at least one')
    .describe('Of the methods, those that the payment page shows; absent: all'),
  pageLanguage: oneOf(['pl', 'en'], 'Of the payment page, when neither payment nor payer says'),
  pageColour: z
    .string('must be a colour')
    .regex(/^#[0-9A-Fa-f]{6}$/, 'must be # and six digits, dark enough for white letters')
    .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
    .describe(
      'Of buttons and links on the payment page: `#` and six digits, dark enough for white',
    ),
  pageText: z
    .string('must be a text')
    .max(200, 'must have at most 200 characters')
    .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
    .describe('A sentence of yours on the payment page, below the order: one line'),
  pageFont: oneOf(pageFonts, 'The kind of letters on the payment page; nothing is loaded for it'),
  pageHost: z
    .string()
    .describe('A name of your own that the payment page is reached by: the operator sets it'),
  pageAttempts: z
    .int('must be a whole number')
    .describe('How often a payer may try on the payment page, 1 to 20; 5 unless set'),
  appLinks: z
    .array(z.string('must be a scheme').refine(hasNoCardNumber, CARD_NUMBER_PROBLEM))
    .describe(
      'Schemes of your apps (`myapp`), to which `redirectURL` may lead besides https: letters, ' +
        'digits, `+`, `-` and `.`',
    ),
  fraudRefunds: z
    .array(z.strictObject({ currency: CurrencyCode, upTo: Major }))
    .describe(
      "Up to how much, in each currency, a payment is refunded by itself when the payer's bank warns of fraud; absent: nothing",
    ),
}

/** Set by the operator: it can only be emptied. */
const given = (schema: z.ZodType) =>
  z.literal('', 'is not yours to set').describe(schema.description ?? '')

const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  optional(schema.nullable().describe(`${schema.description ?? ''}; null: as if never set`))

/** A field that was emptied on a form is one that is not set; in what is listed it is one that is missing. */
const emptiedIsNull = (value: unknown): unknown =>
  eachMember(value, (member) => {
    if (member === '') return null
    return Array.isArray(member) ? member.map((one) => eachMember(one, emptiedIsMissing)) : member
  })

const emptiedIsMissing = (member: unknown): unknown => (member === '' ? undefined : member)

const eachMember = (value: unknown, change: (member: unknown) => unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]))

/** PATCH /account */
export const AccountChange = z.preprocess(
  emptiedIsNull,
  z
    .strictObject(
      {
        url: orNone(own.url),
        redirectURL: orNone(own.redirectURL),
        logoURL: orNone(own.logoURL),
        notificationURL: orNone(own.notificationURL),
        pageMethods: orNone(own.pageMethods),
        pageLanguage: orNone(own.pageLanguage),
        pageColour: orNone(own.pageColour),
        pageText: orNone(own.pageText),
        pageFont: orNone(own.pageFont),
        pageHost: orNone(given(own.pageHost)),
        pageAttempts: orNone(own.pageAttempts),
        appLinks: orNone(own.appLinks),
        fraudRefunds: orNone(own.fraudRefunds),
      },
      { error: 'is not yours to set' },
    )
    .meta({ id: 'AccountChange' }),
)

/** PUT /account/logo */
export const LogoFile = body(
  z
    .object({
      picture: z
        .string('must be base64')
        .max(Math.ceil(MOST_LOGO_BYTES / 3) * 4, 'must be of at most 200 kB')
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')
        .describe('The bytes of a PNG, JPEG or WebP file in base64, at most 200 kB of them'),
    })
    .meta({ id: 'LogoFile' }),
)

/** GET /account */
export const Account = z
  .object({
    merchantId: z.string(),
    name: z.string(),
    mcc: z.string().describe('Merchant category code'),
    country: z.string().describe('ISO 3166-1 alpha-2'),
    url: optional(own.url),
    redirectURL: optional(own.redirectURL),
    logoURL: optional(own.logoURL),
    notificationURL: optional(own.notificationURL),
    pageMethods: optional(own.pageMethods),
    pageLanguage: optional(own.pageLanguage),
    pageColour: optional(own.pageColour),
    pageText: optional(own.pageText),
    pageFont: optional(own.pageFont),
    pageHost: optional(own.pageHost),
    pageSavedCards: z
      .boolean()
      .describe('Whether the page shows stored cards of your customers: the operator sets it'),
    pageAttempts: optional(own.pageAttempts),
    appLinks: optional(own.appLinks),
    fraudRefunds: optional(own.fraudRefunds),
    notificationsPaused: z.boolean().describe('The address answered 410: save it again to go on'),
    channels: z.array(Channel).describe('Where payments may come from'),
    methods: z.array(Method).describe('What payers can pay with'),
    currencies: z.array(z.string()).describe('What may be charged'),
    holdDays: z.int().describe('How long a preauthorization holds'),
    refundWindowDays: z.int().describe('How long a sale can be refunded'),
  })
  .meta({ id: 'Account' })
