import type { BankDispute, BookRow, Command, End, Evidence, Note } from '../evidence.ts'
import { subjectOf } from '../evidence.ts'

/** What must hold, and did not. */
export interface Finding {
  /** The payment, tokenization or order. */
  subject: string
  text: string
}

/** Evidence that can be looked up. */
export interface Case extends Evidence {
  commandsOf(subject: string): Command[]
  booksOf(subject: string): BookRow[]
  notesOf(subject: string): Note[]
  endsOfOrder(extOrderId: string): End[]
  createsOfOrder(extOrderId: string): Command[]
  endOf(subject: string): End | undefined
  /** Of a payment, by its id or its order: there is one, or something is wrong. */
  createsOf(end: End): Command[]
  /** Of a payment: those that its merchant reads of, and those at the bank. */
  disputesOf(paymentId: string): End[]
  disputedOf(paymentId: string): BankDispute[]
}

/** One thing that a rule says, of everything that it can be said of. */
export type Clause = (found: Case) => Judged
/** A promise, as the clauses that it comes to. */
export type Rule = Readonly<Record<string, Clause>>

interface Judged {
  /** How much there was to look at: a clause that had nothing to judge has shown nothing. */
  judged: number
  findings: Finding[]
}

/** `every` names what is judged; `breaks` says what is wrong with one of them, if anything is. */
export const clause =
  <Item>(
    every: (found: Case) => readonly Item[],
    subject: (item: Item) => string,
    breaks: (item: Item, found: Case) => string | false | undefined,
  ): Clause =>
  (found) => {
    const items = every(found)
    const findings = items.flatMap((item) => {
      const text = breaks(item, found)
      return text ? [{ subject: subject(item), text }] : []
    })
    return { judged: items.length, findings }
  }

/** A clause about ends of one kind. */
export const ofEnds = (
  which: (end: End, found: Case) => boolean,
  breaks: (end: End, found: Case) => string | false | undefined,
): Clause =>
  clause(
    (found) => found.ends.filter((end) => which(end, found)),
    ({ id }) => id,
    breaks,
  )

export const isPayment = ({ kind }: End): boolean => kind === 'payment'
export const isCard = ({ kind }: End): boolean => kind === 'tokenization'
export const isDispute = ({ kind }: End): boolean => kind === 'dispute'
/** Its money is the merchant's. */
export const stands = (end: End): boolean =>
  isPayment(end) && ['COMPLETED', 'SETTLED'].includes(end.status)

export function openCase(evidence: Evidence): Case {
  const commands = groupBy(evidence.commands, ({ subject }) => subject ?? '')
  const books = groupBy(evidence.books, ({ reference }) => subjectOf(reference))
  const notes = groupBy(evidence.notes, ({ text }) => subjectOf(readNote(text).eventId))
  const orders = groupBy(evidence.ends, ({ extOrderId }) => extOrderId ?? '')
  const ordering = evidence.commands.filter(({ extOrderId }) => extOrderId !== undefined)
  const creates = groupBy(ordering, ({ extOrderId }) => extOrderId ?? '')
  const disputes = groupBy(evidence.ends, ({ dispute }) => dispute?.paymentId ?? '')
  const disputed = groupBy(evidence.disputed, ({ reference }) => subjectOf(reference))
  const ends = new Map(evidence.ends.map((end) => [end.id, end]))
  const commandsOf = (subject: string) => commands.get(subject) ?? []
  const createsOfOrder = (extOrderId: string) => creates.get(extOrderId) ?? []
  return {
    ...evidence,
    commandsOf,
    createsOfOrder,
    booksOf: (subject) => books.get(subject) ?? [],
    notesOf: (subject) => notes.get(subject) ?? [],
    endsOfOrder: (extOrderId) => orders.get(extOrderId) ?? [],
    endOf: (subject) => ends.get(subject),
    disputesOf: (paymentId) => disputes.get(paymentId) ?? [],
    disputedOf: (paymentId) => disputed.get(paymentId) ?? [],
    createsOf: ({ id, extOrderId }) => {
      const named = commandsOf(id).filter(({ name }) => name === 'create')
      return [...new Set([...named, ...createsOfOrder(extOrderId ?? '')])]
    },
  }
}

export interface NoteBody {
  eventId: string
  sequence: number
  status: string
  amount?: number
  currency?: string
  transId?: string
  transStatus?: string
  refundId?: string
  disputeId?: string
  move?: string
}

export const isAccepted = ({ answered }: Note): boolean => answered >= 200 && answered < 300

export const readNote = (text: string): NoteBody => JSON.parse(text) as NoteBody

/** What was sent in minor units: two decimals, as all currencies of the storm have. */
export const minor = (amount: number | undefined): number => Math.round((amount ?? 0) * 100)

export const sum = (items: readonly { amountMinor: number }[]): number =>
  items.reduce((total, { amountMinor }) => total + amountMinor, 0)

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
