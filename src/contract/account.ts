import { z } from 'zod'
import { optional } from './fields.ts'
import { Channel, Method } from './payment.ts'

/** GET /account */
export const Account = z
  .object({
    merchantId: z.string(),
    name: z.string(),
    mcc: z.string().describe('Merchant category code'),
    country: z.string().describe('ISO 3166-1 alpha-2'),
    url: optional(z.string()),
    redirectURL: optional(z.string().describe('Where payers go after the payment page')),
    logoURL: optional(z.string().describe('Shown on the payment page')),
    notificationURL: optional(z.string().describe('Where notifications are sent')),
    notificationsPaused: z.boolean().describe('The address answered 410: save it again to go on'),
    channels: z.array(Channel).describe('Where payments may come from'),
    methods: z.array(Method).describe('What payers can pay with'),
    currencies: z.array(z.string()).describe('What may be charged'),
    holdDays: z.int().describe('How long a preauthorization holds'),
    refundWindowDays: z.int().describe('How long a sale can be refunded'),
  })
  .meta({ id: 'Account' })
