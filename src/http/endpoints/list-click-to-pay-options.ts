import { ClickToPayOptions } from '../../contract/methods.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { dpaIdOf } from '../../domain/merchant.ts'
import { endpoint } from '../endpoint.ts'
import { iconUrl, isActive } from '../lookups/offered-methods.ts'

export const listClickToPayOptions = endpoint({
  method: 'get',
  path: '/payment/methods/C2P',
  tag: 'Payments',
  summary: 'What the Click to Pay SDKs are started with',
  resource: 'PAYMENT',
  client: true,
  answer: ClickToPayOptions,
  rejects: [],
  handle: (services, { caller: { merchant } }) => {
    const { config } = services
    const { mcc, country } = merchant
    if (!isActive(services, 'C2P', merchant)) return []
    return systems.map((organization) => ({
      organization,
      dpaId: dpaIdOf(merchant),
      srcInitiatorId: config.wallets.c2pInitiatorId ?? 'tollgate',
      dpaTransactionOptions: {
        dpaLocale: localeOf(merchant),
        dpaBillingPreference: 'NONE',
        merchantCategoryCode: mcc,
        merchantCountryCode: country,
      },
      iconURL: iconUrl(config.server.publicUrl, organization),
    }))
  },
})

/** What the systems speak with payers, when the shop's page does not say. */
const localeOf = ({ settings, country }: Merchant): string =>
  `${settings.pageLanguage ?? (country === 'PL' ? 'pl' : 'en')}_${country}`

/** The two systems of Secure Remote Commerce that we are enrolled in. */
const systems = ['VISA', 'MASTERCARD'] as const
