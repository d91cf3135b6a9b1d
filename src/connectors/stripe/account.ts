import { z } from 'zod'
import { requestorSettings } from '../requestor.ts'
import { timeoutMs } from '../timeout.ts'

const flag = (description: string) => z.boolean().default(false).meta({ description })
const secret = (prefix: RegExp, description: string) =>
  z.string().regex(prefix).max(255).meta({ description })

/** One account charges cards and asks their issuers: a merchant names it for the one, the other or both. */
export const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .meta({ description: 'Where Stripe is' }),
  apiVersion: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(\.\w+)?$/)
    .default('2026-10-28.endive')
    .meta({ description: 'The version of the API; without it the account has its own' }),
  timeoutMs,
  authentication: z
    .enum(['server', 'acquirer'])
    .default('server')
    .meta({
      description:
        'Who asks the cardholder: a 3-D Secure server of ours, or Stripe itself with the charge',
    }),
  networkTokens: flag('Stripe has enabled network tokens for the account'),
  schemeTransactionIds: flag('Stripe has enabled network transaction ids of other acquirers'),
  ...requestorSettings,
})

export const credential = z.object({
  secretKey: secret(/^(sk|rk)_\w+$/, 'The secret or restricted key of our calls'),
  webhookKey: secret(/^whsec_\w+$/, 'The signing secret of the webhook endpoint'),
})
