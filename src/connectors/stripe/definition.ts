import { z } from 'zod'
import type { Acquirer, AcquirerCapabilities } from '../acquirer.ts'
import { defineConnector } from '../definition.ts'
import { createClient } from './client.ts'
import { outcomes } from './declines.ts'
import { createStripeHttp, plainAnswer } from './http.ts'
import { webhook } from './webhook.ts'
import { timeoutMs } from '../timeout.ts'

const flag = (description: string) => z.boolean().default(false).meta({ description })
const secret = (prefix: RegExp, description: string) =>
  z.string().regex(prefix).max(255).meta({ description })

/** Stripe with raw card data, which the account must be enabled for. */
export const definition = defineConnector({
  name: 'stripe',
  kind: 'acquirer',
  title: 'Stripe PaymentIntents',
  capabilities: {
    verification: false,
    accountFunding: false,
    partialCapture: true,
    severalCaptures: false,
    adjustment: 'up',
    reversal: 'byClaimedKey',
    refunds: true,
    externalAuthentication: true,
    networkTokens: 'byAgreement',
    merchantInitiated: 'byAgreement',
    inquiry: { by: 'list', keyHours: 24 },
    settlement: 'payouts',
  } satisfies AcquirerCapabilities,
  settings: z.object({
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
    networkTokens: flag('Stripe has enabled network tokens for the account'),
    schemeTransactionIds: flag('Stripe has enabled network transaction ids of other acquirers'),
  }),
  credential: z.object({
    secretKey: secret(/^(sk|rk)_\w+$/, 'The secret or restricted key of our calls'),
    webhookKey: secret(/^whsec_\w+$/, 'The signing secret of the webhook endpoint'),
  }),
  outcomes,
  webhook,
  connect: (settings, { secretKey }): Acquirer =>
    createClient(createStripeHttp({ ...settings, secretKey }), settings),
  ask: async (settings, { secretKey }, signal) =>
    plainAnswer(
      await createStripeHttp({ ...settings, secretKey }).get(
        '/v1/balance',
        {},
        z.unknown(),
        signal,
      ),
    ),
})
