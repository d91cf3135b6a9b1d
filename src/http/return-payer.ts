import type { Payment } from '../domain/payment/payment.ts'
import { pageUrl } from '../domain/actor/view/page-url.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { reply } from './endpoint.ts'
import type { Reply } from './endpoint.ts'
import type { Services } from './services.ts'

/** Sends the payer's browser on: to our page, which shows the state, else back to the merchant. */
export const returnPayer = (
  services: Pick<Services, 'config'>,
  payment: Payment,
  from?: 'challengeFrame',
): Reply => sendOn(services, { linkId: payment.linkId, from }, merchantUrl(payment))

/** The same after a card was to be stored. */
export const returnCardholder = (
  services: Pick<Services, 'config'>,
  { id, linkId, merchant }: Tokenization,
  from?: 'challengeFrame',
): Reply => sendOn(services, { linkId, from }, withNames(merchant.redirectUrl, { tokenizerId: id }))

/** The merchant's own page, with what it needs to know the payment again. */
export const merchantUrl = ({ id, merchant, order }: Payment): string | undefined =>
  withNames(merchant.redirectUrl, {
    paymentId: id,
    ...(order.extOrderId !== undefined && { extOrderId: order.extOrderId }),
  })

function sendOn(
  { config }: Pick<Services, 'config'>,
  { linkId, from }: { linkId: string | undefined; from: 'challengeFrame' | undefined },
  merchantPage: string | undefined,
): Reply {
  const { publicUrl } = config.server
  const link = linkId === undefined ? undefined : pageUrl(publicUrl, linkId)
  // The page around the frame shows what follows; inside it only thanks are due.
  const ownPage = link !== undefined && from ? `${link}?from=challenge` : link
  const location = ownPage ?? merchantPage ?? `${publicUrl}/pay/returned`
  return reply({ location }, { status: 303, headers: { location } })
}

function withNames(address: string | undefined, names: Record<string, string>): string | undefined {
  if (address === undefined) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value)
  return url.href
}
