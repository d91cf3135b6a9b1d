import type { BookRow, Command, End, Evidence, Note } from '../evidence.ts'
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
  endOf(subject: string): End | undefined
}

export type Rule = (found: Case) => Finding[]

export function openCase(evidence: Evidence): Case {
  const commands = groupBy(evidence.commands, ({ subject }) => subject ?? '')
  const books = groupBy(evidence.books, ({ reference }) => subjectOf(reference))
  const notes = groupBy(evidence.notes, ({ text }) => subjectOf(readNote(text).eventId))
  const orders = groupBy(evidence.ends, ({ extOrderId }) => extOrderId ?? '')
  const ends = new Map(evidence.ends.map((end) => [end.id, end]))
  return {
    ...evidence,
    commandsOf: (subject) => commands.get(subject) ?? [],
    booksOf: (subject) => books.get(subject) ?? [],
    notesOf: (subject) => notes.get(subject) ?? [],
    endsOfOrder: (extOrderId) => orders.get(extOrderId) ?? [],
    endOf: (subject) => ends.get(subject),
  }
}

export interface NoteBody {
  eventId: string
  sequence: number
  status: string
  transId?: string
  transStatus?: string
  refundId?: string
}

export const readNote = (text: string): NoteBody => JSON.parse(text) as NoteBody

export const paymentsOf = ({ ends }: Case): End[] => ends.filter(({ kind }) => kind === 'payment')

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
