import type { Method } from '../domain/instrument.ts'
import type { PageFont } from '../domain/merchant.ts'
import type { Bank } from '../http/for-checkout.ts'
import type { Assets } from './assets.ts'
import type { FormName, Kept, WrongFields } from './read-form.ts'
import type { SavedCard } from './saved-cards.ts'
import type { Screen } from './screen.ts'
import type { Language, Texts } from './texts/texts.ts'

/** What every page is drawn with. */
export interface Frame {
  language: Language
  t: Texts
  nonce: string
  assets: Assets
  sandbox: boolean
  /** Where the links that change the language lead. */
  path: string
  /** The merchant's own, in the light. */
  colour?: string
  font?: PageFont
  /** A sentence of the merchant's own. */
  note?: string
}

/** The page of one payment or tokenization: all that its views may know. */
export interface Page extends Frame {
  kind: 'payment' | 'tokenization'
  id: string
  csrf: string
  screen: Screen
  screenKey: string
  merchant: { name: string; logoUrl?: string }
  amount?: string
  /** What is bought, as the merchant describes the order. */
  items: string[]
  order?: string
  validUntil: number
  /** By the payment's own clock, which the sandbox can move. */
  now: number
  methods: Method[]
  /** Of the customer, when the merchant lets the page show them. */
  savedCards: SavedCard[]
  /** It failed, and may be tried again: the method that it was tried with. */
  secondChance?: { tried: Method | undefined }
  /** Why this try failed, or the one before it. */
  setback?: Setback
  /** Undefined when the list cannot be had. */
  banks?: Bank[] | undefined
  wallets?: WalletMint | undefined
  returnUrl?: string | undefined
  /** The shop shows the page in a frame: what leads elsewhere leads out of it. */
  inFrame: boolean
  /** What the issuer's hidden page is called with. */
  methodData?: string | undefined
  problem?: Problem | undefined
}

/** Where test tokens are made, and for what; only the sandbox has one. */
export interface WalletMint {
  url: string
  order: { amount: number; currency: string; merchantId: string; paymentId: string }
}

export type Setback = Extract<Screen, { name: 'failed' }>

export interface Problem {
  form?: FormName
  wrong?: WrongFields
  alert?: 'form' | 'unavailable'
  /** Typed before, and shown again to whoever has typed it. */
  kept?: Kept
}
