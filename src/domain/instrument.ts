/** What sets one instrument type apart from another. A new type starts here; the compiler names the rest. */
interface Traits {
  method: Method
  /** How it is processed: a card, a token of a network, a wallet to be opened, BLIK or a bank. */
  family: Family
  /** A secret that only the API process that received it holds. */
  secret?: 'cvv' | 'code'
  preauthorizable: boolean
  currencies?: readonly string[]
}

export type Family = 'card' | 'networkToken' | 'wallet' | 'blik' | 'bank'

export const methods = ['CARD', 'PBL', 'BLIK', 'GPAY', 'APAY', 'C2P'] as const
export type Method = (typeof methods)[number]

/** As payers look for them: wallets need no typing, and in Poland most pay with BLIK. */
export const usualMethodOrder: readonly Method[] = ['APAY', 'GPAY', 'C2P', 'BLIK', 'CARD', 'PBL']

export const instruments = {
  CARD: { method: 'CARD', family: 'card', secret: 'cvv', preauthorizable: true },
  COF: { method: 'CARD', family: 'card', secret: 'cvv', preauthorizable: true },
  SCOF: { method: 'CARD', family: 'networkToken', preauthorizable: true },
  VTS: { method: 'CARD', family: 'networkToken', preauthorizable: true },
  APAY: { method: 'APAY', family: 'wallet', preauthorizable: true },
  GPAY: { method: 'GPAY', family: 'wallet', preauthorizable: true },
  C2P: { method: 'C2P', family: 'wallet', preauthorizable: true },
  BLIK_CODE: {
    method: 'BLIK',
    family: 'blik',
    secret: 'code',
    preauthorizable: false,
    currencies: ['PLN'],
  },
  BLIK_UID: { method: 'BLIK', family: 'blik', preauthorizable: false, currencies: ['PLN'] },
  BLIK_PAYID: { method: 'BLIK', family: 'blik', preauthorizable: false, currencies: ['PLN'] },
  PBL: { method: 'PBL', family: 'bank', preauthorizable: false },
} as const satisfies Record<string, Traits>

export type InstrumentType = keyof typeof instruments
export const traitsOf = (type: InstrumentType): Traits => instruments[type]

/** The types of one family. */
export type TypeOfFamily<F extends Traits['family']> = {
  [T in InstrumentType]: (typeof instruments)[T]['family'] extends F ? T : never
}[InstrumentType]

const movers = {
  card: 'acquirer',
  networkToken: 'acquirer',
  wallet: 'acquirer',
  blik: 'blik',
  bank: 'bank',
} as const satisfies Record<Traits['family'], string>

/** Who moves the money of an instrument, settles it, and gives it back. */
export const moverOf = (type: InstrumentType) => movers[traitsOf(type).family]

/** The methods whose every instrument passes. */
export const methodsWhere = (passes: (type: InstrumentType) => boolean): Method[] =>
  methods.filter((method) =>
    (Object.keys(instruments) as InstrumentType[])
      .filter((type) => traitsOf(type).method === method)
      .every(passes),
  )

/** Wallets whose own script runs on a page of ours. */
export const pageWallets = ['GPAY', 'APAY', 'C2P'] as const
export type PageWallet = (typeof pageWallets)[number]
export const isPageWallet = (method: Method): method is PageWallet =>
  (pageWallets as readonly Method[]).includes(method)

export const walletMethods = methodsWhere((type) => traitsOf(type).family === 'wallet')

/** True when the method can be offered for this currency and kind of transaction. */
export const methodFits = (method: Method, currency: string, preauth: boolean): boolean =>
  Object.values<Traits>(instruments).some(
    (traits) =>
      traits.method === method &&
      (!preauth || traits.preauthorizable) &&
      (!traits.currencies || traits.currencies.includes(currency)),
  )

/** Intermediaries of bank transfers: one bank may be reached through several. */
export const bankProviders = ['BM', 'PA'] as const
export type BankProvider = (typeof bankProviders)[number]

export const organizations = [
  'VISA',
  'MASTERCARD',
  'AMEX',
  'MAESTRO',
  'DINERS',
  'DISCOVER',
  'JCB',
  'UNIONPAY',
] as const
export type Organization = (typeof organizations)[number]

/** An instrument as a workflow may know it: references and masks, never a card number. */
export interface Instrument {
  type: InstrumentType
  /** Where the vault keeps the card, the wallet's token or the Click to Pay payload. */
  vaultRef?: string
  cardMask?: string
  organization?: Organization
  /** Keyed fingerprint of the card within its merchant. */
  fingerprint?: string
  /** The task queue of the API process that holds the CVV or the BLIK code. */
  secretOwner?: string
  /** Whether the card takes part in 3-D Secure; absent when that is not known. */
  enrolled?: boolean
  /** The issuer wants to see the browser before it is asked about the cardholder. */
  threeDsMethod?: ThreeDsMethod
  /** How a wallet's token turned out when it was opened. */
  walletAuth?: 'PAN_ONLY' | 'CRYPTOGRAM'
  instrumentRef?: string
  tokenizerId?: string
  /** Of a stored card, as it was last heard of; the vault keeps the one that the card came with. */
  expDate?: string
  tokenUsable?: boolean
  alias?: string
  app?: string
  bank?: string
  provider?: string
}

/** The 3-D Secure Method: a page of the issuer that runs unseen, under the id of what follows. */
export interface ThreeDsMethod {
  serverTransId: string
  url: string
  /** The server was asked already, and says itself when its page is done. */
  asked?: true
}
