import { ChangeLink, Link } from '../../contract/self-service/links.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { findLink, linkView } from '../lists/link-view.ts'
import { actOf } from '../lists/webhook-view.ts'

export const changeLink = endpoint({
  method: 'patch',
  path: '/links/:linkId',
  tag: 'Payment links',
  summary: 'End a payment link',
  description:
    'No payment begins by it any more; one that has begun may end. To end it again changes nothing.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: ChangeLink,
  answer: Link,
  rejects: ['link_not_found'],
  handle: async (services, request) => {
    const { caller, params } = request
    const { linkId } = await findLink(services, caller, params['linkId'])
    await services.links.end(linkId, actOf(request))
    return linkView(services, caller, await findLink(services, caller, linkId))
  },
})
