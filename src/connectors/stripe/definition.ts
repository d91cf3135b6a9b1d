import { z } from 'zod'
import type { Acquirer, AcquirerCapabilities } from '../acquirer.ts'
import { defineConnector } from '../definition.ts'
import { credential, settings } from './account.ts'
import { createClient } from './client.ts'
import { outcomes } from './declines.ts'
import { createStripeHttp, plainAnswer } from './http.ts'
import { webhook } from './webhook.ts'

/** Stripe with raw card data, which the account must be enabled for. */
export const definition = defineConnector({
  name: 'stripe',
  kind: 'acquirer',
  title: 'Stripe PaymentIntents',
  capabilities: {
    verification: true,
    accountFunding: false,
    partialCapture: true,
    severalCaptures: false,
    adjustment: 'up',
    reversal: 'byClaimedKey',
    refunds: true,
    externalAuthentication: true,
    ownAuthentication: 'bySetting',
    networkTokens: 'byAgreement',
    merchantInitiated: 'byAgreement',
    inquiry: { by: 'list', keyHours: 24 },
    modifications: 'answered',
    settlement: 'payouts',
    disputes: 'answered',
  } satisfies AcquirerCapabilities,
  settings,
  credential,
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
