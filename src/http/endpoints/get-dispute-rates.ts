import { DisputeRates, DisputeRatesQuery } from '../../contract/disputes/dispute-rates.ts'
import { rateOf } from '../../domain/dispute/dispute-rate.ts'
import { endpoint } from '../endpoint.ts'
import { invalidField } from '../refused.ts'

const DAY_MS = 86_400_000
const USUAL_DAYS = 30
const MOST_DAYS = 366

export const getDisputeRates = endpoint({
  method: 'get',
  path: '/dispute-rates',
  tag: 'Disputes',
  summary: 'How many payments are disputed',
  description:
    'By method, organization of the card and reason, of at most a year, with the share at which the ' +
    'networks begin to watch a merchant.',
  resource: 'PAYMENT',
  query: DisputeRatesQuery,
  answer: DisputeRates,
  rejects: ['invalid_request'],
  handle: async ({ disputes }, { caller: { merchantId, agentId }, query }) => {
    const to = query.to ? new Date(query.to) : new Date()
    const from = query.from ? new Date(query.from) : new Date(to.getTime() - USUAL_DAYS * DAY_MS)
    const days = (to.getTime() - from.getTime()) / DAY_MS
    if (days < 0 || days > MOST_DAYS) throw invalidField('from', 'must be at most a year before to')
    const counts = await disputes.count({ merchantId, agentId }, { from, to })
    const [all = { name: 'ALL', payments: 0, disputes: 0 }] = counts.all
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      all: rateOf(all),
      byMethod: counts.method.map(rateOf),
      byOrganization: counts.organization.map(rateOf),
      byReason: counts.reason.map(rateOf),
    }
  },
})
