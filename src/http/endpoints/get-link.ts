import { Link } from '../../contract/self-service/links.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { findLink, linkView } from '../lists/link-view.ts'

export const getLink = endpoint({
  method: 'get',
  path: '/links/:linkId',
  tag: 'Payment links',
  summary: 'One payment link, and how often it was paid',
  description: 'Its payments are those of `GET /payments?linkId=…`.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: Link,
  rejects: ['link_not_found'],
  handle: async (services, { caller, params }) =>
    linkView(services, caller, await findLink(services, caller, params['linkId'])),
})
