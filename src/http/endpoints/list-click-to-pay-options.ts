import { ClickToPayOptions } from '../../contract/methods.ts'
import { dpaIdOf } from '../../domain/merchant.ts'
import { endpoint } from '../endpoint.ts'
import { iconUrl } from '../lookups/offered-methods.ts'

export const listClickToPayOptions = endpoint({
  method: 'get',
  path: '/payment/methods/C2P',
  tag: 'Payments',
  summary: 'What the Click to Pay SDKs are started with',
  resource: 'PAYMENT',
  client: true,
  answer: ClickToPayOptions,
  rejects: [],
  handle: ({ config }, { caller: { merchant } }) => {
    const { mcc, country } = merchant
    if (!merchant.settings.methods.includes('C2P')) return []
    return systems.map((organization) => ({
      organization,
      dpaId: dpaIdOf(merchant),
      srcInitiatorId: 'tollgate',
      dpaTransactionOptions: {
        dpaLocale: 'pl_PL',
        dpaBillingPreference: 'NONE',
        merchantCategoryCode: mcc,
        merchantCountryCode: country,
      },
      iconURL: iconUrl(config.server.publicUrl, organization),
    }))
  },
})

/** The two systems of Secure Remote Commerce that we are enrolled in. */
const systems = ['VISA', 'MASTERCARD'] as const
