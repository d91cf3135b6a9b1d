import { z } from 'zod'
import { timeoutMs } from '../timeout.ts'

export const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .meta({
      description:
        'Where Adyen Checkout is, with its version: https://checkout-test.adyen.com/v72, or the address with the prefix of the company',
    }),
  disputesUrl: z
    .exactOptional(z.url({ protocol: /^https?$/ }))
    .meta({
      description:
        'Where disputes are answered: https://ca-test.adyen.com/ca/services/DisputeService/v30; without it they are only told of',
    }),
  reportsUrl: z
    .exactOptional(z.url({ protocol: /^https?$/ }))
    .meta({
      description:
        'Where settlement details reports are downloaded: https://ca-live.adyen.com/reports/download/MerchantAccount; without it payments stay COMPLETED',
    }),
  merchantAccount: z
    .string()
    .regex(/^\w{1,80}$/)
    .meta({ description: 'The merchant account' }),
  timeoutMs,
  authentication: z
    .enum(['server', 'acquirer'])
    .default('acquirer')
    .meta({
      description:
        'Who asks the cardholder: a 3-D Secure server of ours, or Adyen itself with the charge',
    }),
})

export const credential = z.object({
  apiKey: z.string().min(10).max(500).meta({ description: 'The API key of our calls' }),
  hmacKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .meta({ description: 'The HMAC key of the standard webhook, in hex' }),
  reportUser: z
    .exactOptional(z.string().min(1).max(200))
    .meta({ description: 'The user that reports are downloaded as' }),
  reportPassword: z
    .exactOptional(z.string().min(1).max(200))
    .meta({ description: 'The password of that user' }),
})
