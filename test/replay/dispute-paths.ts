import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { succeeded } from '../support/merchant.ts'
import { until } from '../support/until.ts'
import type { Walk } from './paths.ts'

const [FRAUD, INQUIRY, DAY_S] = ['4000000000000259', visa(197), 86_400]

/** Ways of disputes, each from the first word of the acquirer to the last. */
export const disputePaths: Record<string, Walk> = {
  'dispute-won': ({ shop }) => answered(shop, 'winning_evidence', 'WON'),
  'dispute-lost': ({ shop }) => answered(shop, 'losing_evidence', 'LOST'),
  'dispute-accepted': async ({ shop }) => {
    const disputeId = await disputed(shop)
    await shop.call('POST', `/disputes/${disputeId}/accept`, {})
    return reaches(shop, disputeId, 'ACCEPTED')
  },
  'dispute-expired': async ({ shop }) => {
    const disputeId = await disputed(shop)
    await shop.advance(disputeId, 20 * DAY_S)
    return reaches(shop, disputeId, 'EXPIRED')
  },
  'dispute-inquiry-raised': async ({ shop }) => {
    const disputeId = await disputed(shop, INQUIRY)
    await submit(shop, disputeId, 'losing_evidence')
    await until(
      'a chargeback',
      () => read(shop, disputeId),
      ({ stage }) => stage === 'CHARGEBACK',
      60_000,
    )
    return `dispute/${disputeId}`
  },
}

async function answered(shop: Merchant, text: string, status: string): Promise<string> {
  const disputeId = await disputed(shop)
  await submit(shop, disputeId, text)
  return reaches(shop, disputeId, status)
}

async function disputed(shop: Merchant, number: string = FRAUD): Promise<string> {
  const { paymentId } = await shop.completed({ amount: 80, instrument: card(number) })
  const { disputes } = await until(
    'a dispute',
    async () => succeeded(await shop.call('GET', `/disputes?paymentId=${paymentId}`)),
    (list) => list.disputes.length > 0,
    60_000,
  )
  return disputes[0].disputeId
}

async function submit(shop: Merchant, disputeId: string, text: string): Promise<void> {
  succeeded(await shop.call('PUT', `/disputes/${disputeId}/evidence/receipt`, { text }))
  await shop.call('POST', `/disputes/${disputeId}/submit`, {})
}

const read = async (shop: Merchant, disputeId: string): Promise<Json> =>
  succeeded(await shop.call('GET', `/disputes/${disputeId}`))

async function reaches(shop: Merchant, disputeId: string, status: string): Promise<string> {
  await until(
    `${disputeId} ${status}`,
    () => read(shop, disputeId),
    (one) => one.status === status,
    60_000,
  )
  return `dispute/${disputeId}`
}
