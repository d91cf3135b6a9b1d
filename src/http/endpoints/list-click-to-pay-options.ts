import { ClickToPayOptions } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { clickToPayOf, clickToPaySystems } from '../lookups/click-to-pay.ts'
import { iconUrl, isActive } from '../lookups/offered-methods.ts'
import { canAskCardholders } from '../providers/who-asks-cardholders.ts'

export const listClickToPayOptions = endpoint({
  method: 'get',
  path: '/payment/methods/C2P',
  tag: 'Payments',
  summary: 'What the Click to Pay SDKs are started with',
  resource: 'PAYMENT',
  client: true,
  answer: ClickToPayOptions,
  rejects: [],
  handle: async (services, { caller: { merchant } }) => {
    const { publicUrl } = services.config.server
    const canAsk = await canAskCardholders(services, merchant)
    if (!isActive(services, 'C2P', { merchant, canAsk })) return []
    return clickToPaySystems.map((organization) => ({
      organization,
      ...clickToPayOf(services, merchant),
      iconURL: iconUrl(publicUrl, organization),
    }))
  },
})
