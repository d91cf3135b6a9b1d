import { z } from 'zod'
import { methods } from '../domain/instrument.ts'
import { oneOf, optional } from './fields.ts'
import { Channel, Method } from './payment.ts'

const address = (description: string) =>
  z
    .string('must be a web address')
    .max(2048, 'must have at most 2048 characters')
    .describe(description)

/** What a merchant may set itself. */
const own = {
  url: optional(address('The shop')),
  redirectURL: optional(address('Where payers go after the payment page')),
  logoURL: optional(address('Shown on the payment page')),
  notificationURL: optional(address('Where notifications are sent')),
  pageMethods: optional(
    z
      .array(z.enum(methods, `must be one of ${methods.join(', ')}`))
      .min(1, 'must name at least one')
      .describe('Of the methods, those that the payment page shows; absent: all'),
  ),
  pageLanguage: optional(
    oneOf(['pl', 'en'], 'Of the payment page, when neither payment nor payer says'),
  ),
  pageColour: optional(
    z
      .string('must be a colour')
      .describe(
        'Of buttons and links on the payment page: `#` and six digits, dark enough for white',
      ),
  ),
  pageAttempts: optional(
    z
      .int('must be a whole number')
      .describe('How often a payer may try on the payment page, 1 to 20; 5 unless set'),
  ),
}

/** PATCH /account */
export const AccountChange = z
  .strictObject(own, { error: 'is not yours to set' })
  .meta({ id: 'AccountChange' })

/** GET /account */
export const Account = z
  .object({
    merchantId: z.string(),
    name: z.string(),
    mcc: z.string().describe('Merchant category code'),
    country: z.string().describe('ISO 3166-1 alpha-2'),
    ...own,
    notificationsPaused: z.boolean().describe('The address answered 410: save it again to go on'),
    channels: z.array(Channel).describe('Where payments may come from'),
    methods: z.array(Method).describe('What payers can pay with'),
    currencies: z.array(z.string()).describe('What may be charged'),
    holdDays: z.int().describe('How long a preauthorization holds'),
    refundWindowDays: z.int().describe('How long a sale can be refunded'),
  })
  .meta({ id: 'Account' })
