import { pageOrigin } from '../domain/looks/page-host.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { reply } from './endpoint.ts'
import type { Reply } from './endpoint.ts'
import type { Uses } from './services.ts'
import { present } from '../domain/present.ts'

/** Sends the payer's browser on: to our page, which shows the state, else back to the merchant. */
export const returnPayer = (
  services: Uses<'config' | 'numberSeal'>,
  payment: Payment,
  from?: 'challengeFrame',
): Reply => sendOn(services, payment, from, merchantUrl(services, payment))

/** The same after a card was to be stored. */
export const returnCardholder = (
  services: Uses<'config'>,
  tokenization: Tokenization,
  from?: 'challengeFrame',
): Reply => {
  const { id, merchant } = tokenization
  return sendOn(services, tokenization, from, withNames(merchant.redirectUrl, { tokenizerId: id }))
}

/** The merchant's own page, with what it needs to know the payment again. */
export function merchantUrl(
  { numberSeal }: Uses<'numberSeal'>,
  { id, merchantId, merchant, order }: Payment,
): string | undefined {
  const names = { paymentId: id, ...present({ extOrderId: order.extOrderId }) }
  return numberSeal.open(merchantId, withNames(merchant.redirectUrl, names))
}

/** Whoever knows a transaction's id can come here: the page that follows asks for the cookie. */
function sendOn(
  { config }: Uses<'config'>,
  { id, linkId, merchant }: Pick<Payment | Tokenization, 'id' | 'linkId' | 'merchant'>,
  from: 'challengeFrame' | undefined,
  merchantPage: string | undefined,
): Reply {
  const origin = pageOrigin(config.server.publicUrl, merchant)
  // The page around the frame shows what follows; inside it only thanks are due.
  const ownPage = `${origin}/pay/p/${id}?from=${from ? 'challenge' : 'return'}`
  const location = linkId === undefined ? (merchantPage ?? `${origin}/pay/returned`) : ownPage
  return reply({ location }, { status: 303, headers: { location } })
}

function withNames(address: string | undefined, names: Record<string, string>): string | undefined {
  if (address === undefined) return undefined
  const url = new URL(address)
  for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value)
  return url.href
}
