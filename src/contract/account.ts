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
    logoURL: optional(z.string()),
    notificationURL: optional(z.string()),
    notificationsPaused: z.boolean().describe('The address answered 410: save it again to go on'),
    channels: z.array(Channel),
    methods: z.array(Method),
    currencies: z.array(z.string()),
    holdDays: z.int().describe('How long a preauthorization holds'),
    refundWindowDays: z.int(),
  })
  .meta({ id: 'Account' })
