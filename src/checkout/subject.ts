import type { PageWallet } from '../domain/instrument.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { merchantUrl } from '../http/for-checkout.ts'
import type { Uses } from '../http/for-checkout.ts'

/** What a link leads to: a payment, or a card that is to be stored. */
export type Subject =
  | { kind: 'payment'; state: Payment }
  | { kind: 'tokenization'; state: Tokenization }

/** Where the payer's browser keeps its way; the path is worth nothing without the cookie. */
export const pagePath = (id: string): string => `/pay/p/${id}`

/** The page of one wallet alone. */
export const walletPath = (id: string, wallet: PageWallet): string =>
  `${pagePath(id)}/wallet/${wallet.toLowerCase()}`

/** Where the page of Apple's wallet asks for a session. */
export const appleSessionPath = (id: string): string => `${pagePath(id)}/apple-session`

/** Whose pages may show this one in a frame: the merchant's, when the payment asks for it. */
export const framersOf = ({ kind, state }: Subject): (string | undefined)[] =>
  kind === 'payment' && state.options.iframe ? [state.merchant.redirectUrl, state.merchant.url] : []

/** The merchant's own page; only the address that was stored with the payment is ever used. */
export function returnUrlOf(
  services: Uses<'numberSeal'>,
  { kind, state }: Subject,
): string | undefined {
  if (kind === 'payment') return merchantUrl(services, state)
  const { redirectUrl } = state.merchant
  if (redirectUrl === undefined) return undefined
  const url = new URL(redirectUrl)
  url.searchParams.set('tokenizerId', state.id)
  return url.href
}
