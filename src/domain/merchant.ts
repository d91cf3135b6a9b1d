import type { Currency } from './currency.ts'
import type { FraudRefund } from './dispute/fraud-refunds.ts'
import type { Fee } from './settlement/fees.ts'
import type { BankProvider, Method, Organization } from './instrument.ts'
import { methods } from './instrument.ts'
import type { Channel } from './actor/channel.ts'
import { channels } from './actor/channel.ts'
import type { Exemption } from './actor/exemption.ts'
import { present } from './present.ts'
import type { Location, MerchantFacts } from './actor/merchant-facts.ts'
import type { RouteRule } from './routing/rule.ts'

/** A merchant or an agent as the gateway knows it; its secrets are kept apart and never here. */
export interface Merchant {
  merchantId: string
  kind: 'merchant' | 'agent'
  name: string
  mcc: string
  /** ISO 3166 alpha-2. */
  country: string
  url?: string
  redirectUrl?: string
  logoUrl?: string
  status: 'active' | 'disabled'
  /** Tokens carry it; a new secret or a disabled merchant raises it and so ends them all. */
  credentialsVersion: number
  notificationUrl?: string
  notificationsPaused: boolean
  settings: MerchantSettings
  /** Agents that may act for this merchant. */
  agents: string[]
  /** Merchants that may be named in the parts of this merchant's marketplace payments. */
  marketplacePartners: string[]
}

export interface MerchantSettings {
  channels: Channel[]
  methods: Method[]
  currencies: Currency[]
  holdDays: number
  /** Whether a hold may be captured in parts; absent: once. */
  captures?: 'once' | 'several'
  refundWindowDays: number
  /** What to do when the cardholder could not be authenticated (3DS answered U or not at all). */
  withoutAuthentication: 'proceed' | 'reject'
  /** Whether a stored card is paid with only together with its CVV. */
  cvvForTokens: boolean
  /** Requests per second; absent: the installation's limit. */
  rateLimit?: number
  /** The merchant's id at the Click to Pay systems, when it has one of its own. */
  dpaId?: string
  /** What Google Pay and Apple Pay know the merchant by. */
  googlePayMerchantId?: string
  applePayMerchantId?: string
  acsNotificationUrl?: string
  /** What acquirers, issuers and authorities know the merchant by. */
  terminalId?: string
  taxId?: string
  amexMerchantId?: string
  organizationId?: string
  acquirerMerchantId?: string
  location?: Location
  /** Card organizations that are accepted; absent: all. */
  organizations?: Organization[]
  /** Intermediaries that its bank transfers go through, the preferred first; absent: all. */
  bankProviders?: BankProvider[]
  /** Exemptions from strong authentication that it may claim; absent: all. */
  exemptions?: Exemption[]
  /** Of the methods above, those that the payment page shows; absent: all. */
  pageMethods?: Method[]
  /** Of the payment page, when neither payment nor payer has said which. */
  pageLanguage?: 'pl' | 'en'
  /** Of buttons and links on the payment page, in the light. */
  pageColour?: string
  /** A sentence of its own on the payment page. */
  pageText?: string
  /** The kind of letters on the payment page; absent: those of the device. */
  pageFont?: PageFont
  /** A name of its own for the payment page, which it has shown to be its own. */
  pageHost?: string
  /** Whether the page shows customers their stored cards; absent: no. */
  pageSavedCards?: boolean
  /** How often a payer may try to pay on the page, the first try included. */
  pageAttempts: number
  /** Schemes of its apps, into which payers may be sent back. */
  appLinks?: string[]
  /** The account that cards are charged through, as `connector/account`. */
  acquirer?: string
  /** The accounts that bank transfers and BLIK go through, likewise. */
  bank?: string
  blik?: string
  /** The account of a 3-D Secure server that issuers are asked through, likewise. */
  threeds?: string
  /** Which account a card is charged through, by rules; without one that fits, `acquirer`. */
  routes?: RouteRule[]
  /** What its payments cost it, by method; absent: nothing. */
  fees?: Fee[]
  /** What goes back by itself when the payer's bank warns of fraud; absent: nothing. */
  fraudRefunds?: FraudRefund[]
}

/** Families that every device has: nothing is loaded for them. */
export const pageFonts = ['sans', 'serif', 'rounded'] as const
export type PageFont = (typeof pageFonts)[number]

export const defaultSettings: MerchantSettings = {
  channels: [...channels],
  methods: [...methods],
  currencies: ['PLN'],
  holdDays: 30,
  refundWindowDays: 90,
  withoutAuthentication: 'reject',
  cvvForTokens: false,
  pageAttempts: 5,
}

/** What the Click to Pay systems know the merchant by, and what their responses must name. */
export const dpaIdOf = ({ merchantId, settings }: Pick<Merchant, 'merchantId' | 'settings'>) =>
  settings.dpaId ?? `tollgate-${merchantId}`

/** What Apple knows the merchant by; the sandbox makes one of its number. */
export const appleMerchantIdOf = ({
  merchantId,
  settings,
}: Pick<Merchant, 'merchantId' | 'settings'>): string =>
  settings.applePayMerchantId ?? `merchant.tollgate.${merchantId}`

const namesOf = (settings: MerchantSettings): Partial<MerchantFacts> => {
  const { terminalId, taxId, amexMerchantId, organizationId, acquirerMerchantId } = settings
  const names = { terminalId, taxId, amexMerchantId, organizationId, acquirerMerchantId }
  return present({ ...names, location: settings.location })
}

const DAY_MS = 86_400_000

/** What a new payment remembers of its merchant, whatever changes later. */
export function merchantFactsOf(merchant: Merchant): MerchantFacts {
  const { settings } = merchant
  return {
    name: merchant.name,
    mcc: merchant.mcc,
    country: merchant.country,
    ...present({
      url: merchant.url,
      redirectUrl: merchant.redirectUrl,
      acsNotificationUrl: settings.acsNotificationUrl,
    }),
    ...namesOf(settings),
    ...present({
      organizations: settings.organizations,
      acquirer: settings.acquirer,
      bank: settings.bank,
      bankProviders: settings.bankProviders,
      blik: settings.blik,
      threeds: settings.threeds,
      pageHost: settings.pageHost,
    }),
    ...(settings.routes && { routed: true }),
    ...((settings.routes ?? settings.acquirer) && {
      waysFirst: true,
      checksWhereCharged: true,
      undoesLateCharges: true,
      repeatsReversals: true,
    }),
    ...(settings.captures === 'several' && { severalCaptures: true }),
    holdMs: settings.holdDays * DAY_MS,
    refundWindowMs: settings.refundWindowDays * DAY_MS,
    withoutAuthentication: settings.withoutAuthentication,
    cvvForTokens: settings.cvvForTokens,
    notifies: merchant.notificationUrl !== undefined,
    everyStartTold: true,
    stepUpAsksDevice: true,
    bookedByProvider: true,
    ...present({ fees: settings.fees }),
  }
}
