import { readFileSync } from 'node:fs'
import type { RuleName } from '../check.ts'
import type { BookRow, Command, End, EndTransaction, Evidence, Note } from '../evidence.ts'
import { subjectOf, verdictOf } from '../evidence.ts'
import { readNote } from '../rules/rule.ts'

/** One thing that did not happen in a clean run, and the clause that must find it. */
export interface Forgery {
  rule: RuleName
  clause: string
  name: string
  forge: (scene: Scene) => void
}

/** Forgeries of one rule: what is done, and by which clause it must be found. */
export const forgeriesOf = (
  rule: RuleName,
  table: Record<string, Record<string, (scene: Scene) => void>>,
): Forgery[] =>
  Object.entries(table).flatMap(([clause, kinds]) =>
    Object.entries(kinds).map(([name, forge]) => ({ rule, clause, name, forge })),
  )

/**
 * What two storms of a minute left, in which nothing was violated: a part of it, with one of each kind. A
 * hold that was captured is added by hand (`byhand…`), because in those two none was.
 */
export const recorded = (): Evidence =>
  JSON.parse(readFileSync(new URL('recorded-run.json', import.meta.url), 'utf8')) as Evidence

const has =
  (type: string, status = 'COMPLETED') =>
  ({ transactions }: End): boolean =>
    transactions.some((one) => one.type === type && one.status === status)

/** The parts of a recorded run that forgeries change. */
export class Scene {
  readonly evidence: Evidence

  constructor(evidence: Evidence) {
    this.evidence = evidence
  }

  /** A sale of which a part was refunded. */
  get sale(): End {
    return this.#end((end) => !end.isHold && end.status === 'COMPLETED' && has('REFUND')(end))
  }

  /** A hold that was adjusted and captured. */
  get hold(): End {
    return this.#end((end) => end.isHold && has('ADJUSTMENT')(end) && has('CAPTURE')(end))
  }

  /** A sale that its merchant has cancelled. */
  get cancelled(): End {
    return this.#end((end) => end.rejectCode === 'CANCELLED_BY_MERCHANT' && has('CANCEL')(end))
  }

  /** A hold that nobody captured in time. */
  get released(): End {
    return this.#end((end) => end.isHold && end.rejectCode === 'PREAUTH_EXPIRED')
  }

  get card(): End {
    return this.#end(({ kind, status }) => kind === 'tokenization' && status === 'COMPLETED')
  }

  get discarded(): End {
    return this.#end(({ status }) => status === 'DISCARDED')
  }

  /** A dispute that its merchant has won. */
  get won(): End {
    return this.#end(({ kind, status }) => kind === 'dispute' && status === 'WON')
  }

  /** One whose money is gone, and that the bank has decided. */
  get lost(): End {
    const lost = ['LOST', 'ACCEPTED']
    return this.#end(
      ({ kind, status, dispute }) =>
        kind === 'dispute' && lost.includes(status) && dispute?.moves.length === 1,
    )
  }

  createOf({ extOrderId }: End): Command {
    return found(this.evidence.commands.find((one) => one.extOrderId === extOrderId))
  }

  /** The acknowledged one. */
  commandOf({ id }: End, name: Command['name']): Command {
    const isIt = (one: Command) =>
      one.subject === id && one.name === name && verdictOf(one) === 'acknowledged'
    return found(this.evidence.commands.find(isIt))
  }

  /** One that was answered again under its key. */
  repeated(isIt: (command: Command) => boolean): Command {
    const answered = ({ answers }: Command) => answers.filter(({ status }) => status === 200).length
    return found(this.evidence.commands.find((one) => answered(one) > 1 && isIt(one)))
  }

  transaction({ transactions }: End, type: string): EndTransaction {
    return found(transactions.find((one) => one.type === type && one.status === 'COMPLETED'))
  }

  row({ id }: End, operation: string): BookRow {
    const isIt = (one: BookRow) =>
      subjectOf(one.reference) === id && one.operation === operation && one.processed
    return found(this.evidence.books.findLast(isIt))
  }

  notes({ id }: End): Note[] {
    return this.evidence.notes.filter(({ text }) => subjectOf(readNote(text).eventId) === id)
  }

  note(end: End, isIt: (body: ReturnType<typeof readNote>) => boolean): Note {
    return found(this.notes(end).find(({ text }) => isIt(readNote(text))))
  }

  /** One more row like another, under a reference of its own. */
  oneMore(row: BookRow, more: Partial<BookRow> = {}): void {
    this.evidence.books.push({ ...row, reference: `${row.reference}b`, ...more })
  }

  forget(...some: readonly object[]): void {
    const { evidence } = this
    const isKept = (one: object) => !some.includes(one)
    evidence.commands = evidence.commands.filter(isKept)
    evidence.ends = evidence.ends.filter(isKept)
    evidence.books = evidence.books.filter(isKept)
    evidence.notes = evidence.notes.filter(isKept)
  }

  #end(isIt: (end: End) => boolean): End {
    return found(this.evidence.ends.find(isIt))
  }
}

export const answerOnly = (command: Command, status: number): void => {
  command.answers = [{ at: command.sentAt, status, body: {} }]
}

/** The same letter with something else in it: genuine, as far as a signature tells. */
export const rewrite = (note: Note, more: object): void => {
  note.text = JSON.stringify({ ...readNote(note.text), ...more })
}

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the recorded run has no such thing')
  return value
}
