import { customerKey } from '../domain/card-token.ts'
import type { CardToken } from '../domain/card-token.ts'
import { hasExpired } from '../domain/card-expiry.ts'
import type { InstrumentAttributes } from '../contract/instrument.ts'
import { present } from '../domain/present.ts'
import type { Uses } from '../http/for-checkout.ts'
import type { Payer } from './payer.ts'

/** A card of the customer, as the page shows it. */
export interface SavedCard {
  /** Means nothing outside this payment: the page holds no number that could be paid with. */
  handle: string
  brand: string
  lastFour: string
  expDate: string
}

interface Found extends SavedCard {
  token: CardToken
}

/**
 * The stored cards of the customer whom the merchant has named by an id of its own and signed in. The
 * page cannot know who holds the link: the merchant must have said so of this very link.
 */
async function find(
  { cardTokens, ids }: Uses<'cardTokens' | 'ids'>,
  { caller, subject }: Payer,
): Promise<Found[]> {
  if (subject.kind !== 'payment' || !caller.merchant.settings.pageSavedCards) return []
  const { id, merchantId, agentId, customer, clockOffsetMs, options } = subject.state
  const { extCustomerId, signedIn } = customer
  if (extCustomerId === undefined || !signedIn || options.recurring !== undefined) return []
  const tokens = await cardTokens.ofCustomer({ merchantId, agentId }, customerKey(customer))
  const now = Date.now() + clockOffsetMs
  return tokens
    .filter(({ expDate }) => !hasExpired(expDate, now))
    .map((token) => ({
      handle: ids.keyed('saved-card', id, token.tokenizerId),
      brand: token.organization,
      lastFour: token.cardMask.slice(-4),
      expDate: token.expDate,
      token,
    }))
}

export const savedCards = async (
  services: Uses<'cardTokens' | 'ids'>,
  payer: Payer,
): Promise<SavedCard[]> => (await find(services, payer)).map(({ token: _, ...shown }) => shown)

/** What a handle of this page stands for, as long as the card is still the customer's. */
export async function savedCard(
  services: Uses<'cardTokens' | 'ids'>,
  payer: Payer,
  handle: string | undefined,
): Promise<CardToken | undefined> {
  return (await find(services, payer)).find((one) => one.handle === handle)?.token
}

export const instrumentOf = ({ instrumentNo }: CardToken): InstrumentAttributes => ({
  type: 'COF',
  ...present({ instrumentNo }),
})
