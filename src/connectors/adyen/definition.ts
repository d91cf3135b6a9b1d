import { z } from 'zod'
import type { Acquirer, AcquirerCapabilities } from '../acquirer.ts'
import { defineConnector } from '../definition.ts'
import { credential, settings } from './account.ts'
import { createClient } from './client.ts'
import { createDisputeDesk } from './dispute-desk.ts'
import { createAdyenHttp, plainAnswer } from './http.ts'
import { outcomes } from './refusals.ts'
import { webhook } from './webhook.ts'

/** Adyen with raw card data, which the account must be enabled for. */
export const definition = defineConnector({
  name: 'adyen',
  kind: 'acquirer',
  title: 'Adyen Checkout',
  capabilities: {
    verification: true,
    accountFunding: false,
    partialCapture: true,
    severalCaptures: false,
    adjustment: 'none',
    reversal: 'byClaimedKey',
    refunds: true,
    externalAuthentication: true,
    ownAuthentication: 'bySetting',
    networkTokens: false,
    merchantInitiated: true,
    inquiry: { by: 'repeat', keyHours: 168 },
    modifications: 'taken',
    disputes: 'bySetting',
    settlement: 'none',
  } satisfies AcquirerCapabilities,
  settings,
  credential,
  outcomes,
  webhook,
  connect: ({ disputesUrl, ...settings }, { apiKey }): Acquirer => ({
    ...createClient(createAdyenHttp({ ...settings, apiKey })),
    ...(disputesUrl !== undefined && {
      disputes: createDisputeDesk(createAdyenHttp({ ...settings, url: disputesUrl, apiKey })),
    }),
  }),
  ask: async (settings, { apiKey }, signal) => {
    const http = createAdyenHttp({ ...settings, apiKey })
    const { merchantAccount } = http
    const post = { path: '/paymentMethods', key: 'probe', body: { merchantAccount } }
    return plainAnswer(await http.post(post, z.unknown(), signal))
  },
})
