import { CardOptions } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { cardGroupsOf, iconUrl } from '../lookups/offered-methods.ts'

export const listCardOrganizations = endpoint({
  method: 'get',
  path: '/payment/methods/CARD',
  tag: 'Payments',
  summary: 'Card organizations',
  resource: 'PAYMENT',
  client: true,
  answer: CardOptions,
  rejects: [],
  handle: async (services, { caller }) => {
    if (!caller.merchant.settings.methods.includes('CARD')) return []
    const { publicUrl } = services.config.server
    const groups = await cardGroupsOf(services, caller.merchant.settings.organizations)
    return groups.map((organization) => ({
      organization,
      iconURL: iconUrl(publicUrl, organization),
    }))
  },
})
