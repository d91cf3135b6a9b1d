import type { End, Note } from '../evidence.ts'
import type { Case, Finding, NoteBody, Rule } from './rule.ts'
import { groupBy, readNote } from './rule.ts'

/** Everything is told, in order and unforged, and told again only to the letter. */
export const toldInOrder: Rule = (found) =>
  found.ends.flatMap((end) => {
    const notes = found.notesOf(end.id)
    return [...forged(notes), ...repeatedOtherwise(notes), ...outOfOrder(notes)].map((text) => ({
      subject: end.id,
      text,
    }))
  })

const forged = (notes: Note[]): string[] =>
  notes
    .filter(({ isGenuine }) => !isGenuine)
    .map(({ text }) => `${readNote(text).eventId} is not signed as it should be`)

const repeatedOtherwise = (notes: Note[]): string[] =>
  [...groupBy(notes, ({ text }) => readNote(text).eventId)].flatMap(([eventId, same]) =>
    new Set(same.map(({ text }) => text)).size > 1 ? [`${eventId} was told in two ways`] : [],
  )

/** A later event waits until the earlier one is accepted. */
function outOfOrder(notes: Note[]): string[] {
  let accepted = 0
  return notes.flatMap((note) => {
    const { sequence } = readNote(note.text)
    const isEarly = sequence > accepted + 1
    if (isAccepted(note)) accepted = Math.max(accepted, sequence)
    return isEarly ? [`event ${sequence} was told before event ${sequence - 1} was accepted`] : []
  })
}

const isAccepted = ({ answered }: Note): boolean => answered >= 200 && answered < 300

/** The end of the payment and of each of its transactions has been told and accepted. */
export const everythingTold: Rule = (found) =>
  found.ends.flatMap((end) =>
    untold(end, found).map((text) => ({ subject: end.id, text }) satisfies Finding),
  )

export function untold(end: End, found: Pick<Case, 'notesOf'>): string[] {
  const told = found
    .notesOf(end.id)
    .filter(isAccepted)
    .map(({ text }) => readNote(text))
  const isToldOf = (status: string) => told.some((one) => one.status === status && isPlain(one))
  const missing = told.length === 0 && end.status === 'NEW' ? [] : [end.status]
  return [
    ...missing.filter((status) => !isToldOf(status)).map((status) => `${status} was never told`),
    ...end.transactions.flatMap(({ transId, type, status }) => {
      if (!['CAPTURE', 'ADJUSTMENT', 'REFUND'].includes(type)) return []
      const about = told.filter((one) => one.transId === transId)
      const isTold = about.some((one) => (one.transStatus ?? one.status) === status)
      return isTold ? [] : [`${type} ${transId} ${status} was never told`]
    }),
  ]
}

const isPlain = ({ transId, refundId }: NoteBody): boolean =>
  transId === undefined && refundId === undefined
