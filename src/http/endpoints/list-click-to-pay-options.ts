import { ClickToPayOptions } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { clickToPayOf, clickToPaySystems } from '../lookups/click-to-pay.ts'
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
    const { publicUrl } = services.config.server
    if (!isActive(services, 'C2P', merchant)) return []
    return clickToPaySystems.map((organization) => ({
      organization,
      ...clickToPayOf(services, merchant),
      iconURL: iconUrl(publicUrl, organization),
    }))
  },
})
