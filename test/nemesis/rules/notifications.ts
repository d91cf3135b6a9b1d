import type { End, Note } from '../evidence.ts'
import { subjectOf } from '../evidence.ts'
import type { Case, Clause, NoteBody, Rule } from './rule.ts'
import { clause, groupBy, isAccepted, minor, ofEnds, readNote } from './rule.ts'

const ofTold = (breaks: (notes: Note[], end: End) => string | undefined): Clause =>
  ofEnds(
    (end, found) => found.notesOf(end.id).length > 0,
    (end, found) => breaks(found.notesOf(end.id), end),
  )

/** Everything is told of what there is, in order and unforged, and told again only to the letter. */
export const toldInOrder: Rule = {
  'each is signed': ofTold((notes) => {
    const forged = notes.find(({ isGenuine }) => !isGenuine)
    return forged && `${readNote(forged.text).eventId} is not signed as it should be`
  }),
  'each is told in one way': ofTold((notes) => {
    const groups = [...groupBy(notes, ({ text }) => readNote(text).eventId)]
    const other = groups.find(([, same]) => new Set(same.map(({ text }) => text)).size > 1)
    return other && `${other[0]} was told in two ways`
  }),
  'a later one waits for the earlier': ofTold(outOfOrder),
  'each is about something that is there': clause(
    ({ notes }) => [...new Set(notes.map(({ text }) => subjectOf(readNote(text).eventId)))],
    (subject) => subject,
    (subject, found) => !found.endOf(subject) && 'was told of, and nobody can read it',
  ),
  'each transaction that is told of is there': ofTold((notes, end) => {
    const about = aboutTransactions(notes)
    const ghost = about.find(({ transId }) => !transactionOf(end, transId))
    return ghost && `${String(ghost.transId)} was told of, and is not there`
  }),
  'each is told with its own sum': ofTold((notes, end) => {
    const wrong = aboutTransactions(notes).find(({ transId, amount, currency }) => {
      const one = transactionOf(end, transId)
      return one && (one.amountMinor !== minor(amount) || one.currency !== currency)
    })
    return wrong && `${String(wrong.transId)} was told as ${String(wrong.amount)}`
  }),
}

const transactionOf = ({ transactions }: End, transId: string | undefined) =>
  transactions.find((one) => one.transId === transId)

const aboutTransactions = (notes: Note[]): NoteBody[] =>
  notes.map(({ text }) => readNote(text)).filter(({ transId }) => transId !== undefined)

/** A later event waits until the earlier one is accepted. */
function outOfOrder(notes: Note[]): string | undefined {
  let accepted = 0
  for (const note of notes) {
    const { sequence } = readNote(note.text)
    if (sequence > accepted + 1)
      return `event ${sequence} was told before event ${sequence - 1} was accepted`
    if (isAccepted(note)) accepted = Math.max(accepted, sequence)
  }
  return undefined
}

/** The end of the payment and of each of its transactions has been told and accepted. */
export const everythingTold: Rule = {
  'each end is told': ofEnds(
    () => true,
    (end, found) => untoldEnd(end, found)[0],
  ),
  'each end of a transaction is told': ofEnds(
    (end) => end.transactions.some(isToldOf),
    (end, found) => untoldTransactions(end, found)[0],
  ),
}

export const untold = (end: End, found: Pick<Case, 'notesOf'>): string[] => [
  ...untoldEnd(end, found),
  ...untoldTransactions(end, found),
]

const toldOf = (end: End, found: Pick<Case, 'notesOf'>): NoteBody[] =>
  found
    .notesOf(end.id)
    .filter(isAccepted)
    .map(({ text }) => readNote(text))

function untoldEnd(end: End, found: Pick<Case, 'notesOf'>): string[] {
  const told = toldOf(end, found)
  if (told.length === 0 && end.status === 'NEW') return []
  const isTold = told.some((one) => one.status === end.status && isPlain(one))
  return isTold ? [] : [`${end.status} was never told`]
}

const isToldOf = ({ type }: { type: string }): boolean =>
  ['CAPTURE', 'ADJUSTMENT', 'REFUND'].includes(type)

function untoldTransactions(end: End, found: Pick<Case, 'notesOf'>): string[] {
  const told = toldOf(end, found)
  return end.transactions.filter(isToldOf).flatMap(({ transId, type, status }) => {
    const about = told.filter((one) => one.transId === transId)
    const isTold = about.some((one) => (one.transStatus ?? one.status) === status)
    return isTold ? [] : [`${type} ${transId} ${status} was never told`]
  })
}

const isPlain = ({ transId, refundId }: NoteBody): boolean =>
  transId === undefined && refundId === undefined
