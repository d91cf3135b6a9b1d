import type { End } from '../evidence.ts'
import type { Rule } from './rule.ts'
import { ofEnds, readNote } from './rule.ts'

const final = ['COMPLETED', 'SETTLED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED']
const closed = ['WON', 'LOST', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN']
const isAtEnd = ({ kind, status }: End): boolean =>
  (kind === 'dispute' ? closed : final).includes(status)
// The charge of a payment whose payer is asked is open with it; a hold that may be captured waits for nobody.
const isWaiting = (end: End): boolean =>
  (end.dataRequest !== undefined || end.status === 'NEEDS_RESPONSE') && !isAtEnd(end)

/** Nothing is left half done: each is at its end, or waits for a payer or merchant and says for what. */
export const nothingIsStuck: Rule = {
  'each is at its end': ofEnds(
    (end) => !isWaiting(end),
    (end) => !isAtEnd(end) && `is ${end.status} without a reason`,
  ),
  'each transaction is at its end': ofEnds(
    (end) => !isWaiting(end) && end.transactions.length > 0,
    ({ status, transactions }) => {
      const open = transactions.find((one) => one.status === 'PENDING')
      return open && `is ${status} with its ${open.type} ${open.transId} open`
    },
  ),
}

/** What may still follow; what is not named here is the last. */
const mayBecome: Record<string, readonly string[]> = {
  NEW: ['PENDING', 'COMPLETED', 'SETTLED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED'],
  PENDING: ['COMPLETED', 'SETTLED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED'],
  COMPLETED: ['SETTLED', 'CANCELLED', 'DISCARDED'],
  NEEDS_RESPONSE: ['UNDER_REVIEW', ...closed],
  // A question that was not answered well enough becomes a chargeback, which asks anew.
  UNDER_REVIEW: ['NEEDS_RESPONSE', ...closed],
}

const goesBack = (from: string, to: string): boolean =>
  from !== to && !mayBecome[from]?.includes(to)

/** What was said once is not taken back. */
export const noStatusGoesBack: Rule = {
  'what was answered is not taken back': ofEnds(
    () => true,
    (end, found) => {
      const answered = found
        .commandsOf(end.id)
        .flatMap(({ name, answers }) => (name === 'refund' ? [] : answers))
        .flatMap(({ status, body }) => (status === 200 ? String(body.status) : []))
      const taken = answered.find((status) => status in known && goesBack(status, end.status))
      return taken !== undefined && `was answered ${taken} and is ${end.status}`
    },
  ),
  'what was told is not taken back': ofEnds(
    (end, found) => found.notesOf(end.id).length > 0,
    (end, found) => {
      const told = found
        .notesOf(end.id)
        .map(({ text }) => readNote(text))
        .filter(({ refundId }) => refundId === undefined)
        .sort((a, b) => a.sequence - b.sequence)
        .map(({ status }) => status)
      const said = [...told, end.status]
      const back = said.findIndex((status, index) => goesBack(said[index - 1] ?? status, status))
      return back > 0 && `was told ${String(said[back - 1])} and then is ${String(said[back])}`
    },
  ),
}

const known = Object.fromEntries([...final, 'NEW', 'PENDING'].map((status) => [status, true]))
