import { randomBytes } from 'node:crypto'
import type { Answer } from '../answer.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Course, Dispute } from './dispute.ts'

/** A PaymentIntent. */
export interface Intent {
  id: string
  /** Whose it is: the secret key. */
  account: string
  status: string
  amount: number
  received: number
  refunded: number
  currency: string
  isManual: boolean
  mayGrow: boolean
  metadata: Record<string, string>
  created: number
  error?: Record<string, unknown>
  /** The payer is asked: where it goes back to, and what becomes of the charge when it passes. */
  action?: { url: string; returnUrl: string; decline?: string }
  /** Whether the payer was asked, and passed. */
  threeDs?: 'challenge' | 'frictionless'
  charge?: { id: string; authorizationCode: string; networkTransactionId: string }
}

export interface Refund {
  id: string
  intent: string
  amount: number
  currency: string
  metadata: Record<string, string>
}

/** A card, kept as what will become of it: its number is nobody's business later. */
export interface Method {
  id: string
  fate?: string
  /** Its issuer wants the cardholder, whatever else becomes of it. */
  asks?: true
  /** What becomes of it once the cardholder has passed. */
  afterAsking?: string
  /** Its holder disputes what was paid with it. */
  course?: Course
}

/** The first answer under an idempotency key. */
export interface Kept {
  key: string
  digest: string
  answer: Answer
  at: number
}

/** A movement on the balance, and the payout that it went out with. */
export interface Movement {
  id: string
  account: string
  type: 'charge' | 'refund' | 'adjustment' | 'payout'
  amount: number
  fee: number
  currency: string
  metadata: Record<string, string>
  /** Of the payment behind it, which knows more than its charge. */
  intentMetadata?: Record<string, string>
  payout?: string
  created?: number
  /** Of money that a dispute moved. */
  dispute?: { id: string; intent: string }
}

/** Where an account wants to hear of events. */
export interface Endpoint {
  id: string
  account: string
  url: string
}

/** Money on its way to the bank of an account, in one currency. */
export interface Payout {
  id: string
  account: string
  currency: string
  amount: number
  created: number
}

/** A 3-D Secure authentication. The card itself is not kept, only what its issuer will say. */
export interface Authentication {
  id: string
  account: string
  created: number
  status: string
  outcome?: string
  /** What the issuer says at once, and after a challenge. */
  ares: string
  rreq?: string
  fate: Fate
  directory: string
  dsTransId: string
  acsTransId: string
  serverTransId: string
  metadata: Record<string, string>
  amount?: number
  currency?: string
  asked: Record<string, string>
}

/** Y, A, N, R, U, C and I as in an ARes; M wants to see the browser; X does not take part. */
export type Fate = 'Y' | 'A' | 'N' | 'R' | 'U' | 'C' | 'I' | 'M' | 'X'

/** Stripe's memory: the last state of each object, by its id. */
export function createBooks(journal: Journal) {
  const keep = <Value>(name: string, idOf: (value: Value) => string) => {
    const all = new Map<string, Value>()
    const entry = journal.topic<Value>(`stripe.${name}`, (value) => all.set(idOf(value), value))
    return { all, save: entry }
  }
  return {
    intents: keep<Intent>('intent', ({ id }) => id),
    refunds: keep<Refund>('refund', ({ id }) => id),
    authentications: keep<Authentication>('authentication', ({ id }) => id),
    methods: keep<Method>('method', ({ id }) => id),
    movements: keep<Movement>('movement', ({ id }) => id),
    payouts: keep<Payout>('payout', ({ id }) => id),
    disputes: keep<Dispute>('dispute', ({ id }) => id),
    files: keep<{ id: string; account: string }>('file', ({ id }) => id),
    endpoints: keep<Endpoint>('endpoint', ({ id }) => id),
    kept: keep<Kept>('kept', ({ key }) => key),
  }
}

export type Books = ReturnType<typeof createBooks>

/** What a request leads to: an answer, and what is written down with it. */
export interface Done {
  answer: Answer
  entries?: Entry[]
  /** Whether money was held or moved. */
  processed?: boolean
}

/** Letters first and hexadecimal after: never long enough a number to be taken for a card. */
export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(12)
    .toString('hex')
    .replace(/\d{4,}/g, 'abcd')}`

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000)
