import { randomBytes } from 'node:crypto'
import type { Answer } from '../answer.ts'
import type { Entry, Journal } from '../journal.ts'

/** A payment, with what is left of its card: what will become of it. */
export interface Payment {
  pspReference: string
  account: string
  reference: string
  amount: Amount
  status: 'away' | 'authorised' | 'refused' | 'cancelled'
  isManual: boolean
  captured: number
  refunded: number
  /** Of a payer who is away: where the browser goes back to, and what follows. */
  returnUrl?: string
  refusal?: Refusal
  /** What the browser brings back; good once. */
  redirectResult?: string
  authCode?: string
  threeDs?: true
  /** What its cardholder, or the bank, does when it is paid. */
  course?: Course
}

/** Disputes it, or only warns of it. */
export type Course = 'chargeback' | 'fraudWarning'

export interface Dispute {
  pspReference: string
  account: string
  payment: string
  amount: Amount
  dueBy: string
  status: 'open' | 'defended' | 'accepted'
  /** What was put forward, by the type of the document. */
  documents: Readonly<Record<string, string>>
}

export interface Amount {
  value: number
  currency: string
}

export interface Refusal {
  code: string
  words: string
}

/** A capture, a refund or a reversal that was taken. */
export interface Modification {
  pspReference: string
  payment: string
  reference: string
  kind: 'CAPTURE' | 'REFUND' | 'CANCELLATION' | 'CANCEL_OR_REFUND' | 'TECHNICAL_CANCEL'
  amount: Amount
  /** Whether it could be done. */
  done?: boolean
}

/** A settlement details report. */
export interface Report {
  name: string
  account: string
  csv: string
}

/** The first answer under an idempotency key. */
export interface Kept {
  key: string
  answer: Answer
  at: number
}

/** Where the standard webhook of a merchant account goes. */
export interface Hook {
  account: string
  url: string
}

export function createBooks(journal: Journal) {
  const keep = <Value>(name: string, idOf: (value: Value) => string) => {
    const all = new Map<string, Value>()
    const entry = journal.topic<Value>(`adyen.${name}`, (value) => all.set(idOf(value), value))
    return { all, save: entry }
  }
  return {
    payments: keep<Payment>('payment', ({ pspReference }) => pspReference),
    modifications: keep<Modification>('modification', ({ reference }) => reference),
    disputes: keep<Dispute>('dispute', ({ pspReference }) => pspReference),
    reports: keep<Report>('report', ({ name }) => name),
    /** What stands in a report. */
    settled: keep<{ of: string }>('settled', ({ of }) => of),
    kept: keep<Kept>('kept', ({ key }) => key),
    hooks: keep<Hook>('hook', ({ account }) => account),
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

/** Sixteen characters, letters first: never taken for a card. */
export const newPsp = (): string =>
  `A${randomBytes(8)
    .toString('hex')
    .toUpperCase()
    .replace(/\d{4,}/g, 'ABCD')
    .slice(0, 15)}`
