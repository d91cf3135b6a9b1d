import { z } from 'zod'
import type { Acquirer, AcquirerCapabilities, Settles } from '../acquirer.ts'
import { defineConnector } from '../definition.ts'
import { credential, settings } from './account.ts'
import { createClient } from './client.ts'
import { createDisputeDesk } from './dispute-desk.ts'
import { createAdyenHttp, plainAnswer } from './http.ts'
import { outcomes } from './refusals.ts'
import { createReports } from './reports.ts'
import type { ReportOptions } from './reports.ts'
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
    settlement: 'told',
  } satisfies AcquirerCapabilities,
  settings,
  credential,
  outcomes,
  webhook,
  connect: ({ disputesUrl, reportsUrl, ...settings }, keys): Acquirer => ({
    ...createClient(createAdyenHttp({ ...settings, apiKey: keys.apiKey })),
    ...reportsOf({ ...settings, reportsUrl }, keys),
    ...(disputesUrl !== undefined && {
      disputes: createDisputeDesk(
        createAdyenHttp({ ...settings, url: disputesUrl, apiKey: keys.apiKey }),
      ),
    }),
  }),
  ask: async (settings, { apiKey }, signal) => {
    const http = createAdyenHttp({ ...settings, apiKey })
    const { merchantAccount } = http
    const post = { path: '/paymentMethods', key: 'probe', body: { merchantAccount } }
    return plainAnswer(await http.post(post, z.unknown(), signal))
  },
})

type Downloads = Omit<ReportOptions, 'reportsUrl' | 'reportUser' | 'reportPassword'>

/** What reads the reports, where the account says where they are and as whom. */
function reportsOf(
  { reportsUrl, ...settings }: Downloads & { reportsUrl?: string | undefined },
  { reportUser, reportPassword }: Partial<Pick<ReportOptions, 'reportUser' | 'reportPassword'>>,
): Partial<Settles> {
  return reportsUrl !== undefined && reportUser !== undefined && reportPassword !== undefined
    ? createReports({ ...settings, reportsUrl, reportUser, reportPassword })
    : { closedBatches: () => Promise.resolve([]) }
}
