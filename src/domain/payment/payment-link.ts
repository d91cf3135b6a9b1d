import type { PageHost } from '../looks/page-host.ts'
import { pageOrigin } from '../looks/page-host.ts'
import type { Currency } from '../currency.ts'
import type { Method } from '../instrument.ts'

/** What a payer may be asked for before the payment page; the address for receipts always is. */
export const collectable = ['email', 'name', 'phone', 'address'] as const
export type Collectable = (typeof collectable)[number]

/** A link that anybody who has it may pay by: each use is a payment of its own. */
export interface PaymentLink {
  linkId: string
  merchantId: string
  status: 'ACTIVE' | 'ENDED'
  price: LinkPrice
  currency: Currency
  description: string
  extOrderId?: string
  /** How many payments may be made of it; absent: any number. */
  uses?: number
  expiresAt?: Date
  terms: LinkTerms
  createdAt: Date
  /** Payments that were paid, and those that are under way. */
  paid: number
  open: number
}

/** One amount, or what the payer may choose between. */
export type LinkPrice = { amountMinor: number } | { minMinor: number; maxMinor: number }

export interface LinkTerms {
  method?: Method
  redirectURL?: string
  collect?: readonly Collectable[]
}

export const linkStatuses = ['ACTIVE', 'ENDED', 'EXPIRED', 'USED_UP'] as const
export type LinkStatus = (typeof linkStatuses)[number]

/** Whether a link still takes payments, and why not. */
export function linkStatusOf(
  { status, expiresAt, uses, paid }: Pick<PaymentLink, 'status' | 'expiresAt' | 'uses' | 'paid'>,
  now: number,
): LinkStatus {
  if (status === 'ENDED') return 'ENDED'
  if (uses !== undefined && paid >= uses) return 'USED_UP'
  return expiresAt !== undefined && expiresAt.getTime() <= now ? 'EXPIRED' : 'ACTIVE'
}

/** Whether a payer may pay so much by it. */
export const takesAmount = (price: LinkPrice, amountMinor: number): boolean =>
  'amountMinor' in price
    ? amountMinor === price.amountMinor
    : amountMinor >= price.minMinor && amountMinor <= price.maxMinor

/** Whether one more payment may begin by it: those under way hold their uses. */
export const hasFreeUse = (link: PaymentLink, now: number): boolean =>
  linkStatusOf(link, now) === 'ACTIVE' &&
  (link.uses === undefined || link.paid + link.open < link.uses)

/** Where a link leads, for everybody who has it. */
export const linkUrl = (publicUrl: string, merchant: PageHost, linkId: string): string =>
  `${pageOrigin(publicUrl, merchant)}/pay/l/${linkId}`
