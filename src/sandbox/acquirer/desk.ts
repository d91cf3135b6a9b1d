import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Entry, Journal } from '../journal.ts'
import type { MoneyLog, MoneyOperation } from '../money-log.ts'
import { createBooks } from './books.ts'
import type { Books } from './books.ts'

/** What the log says about a call. */
export interface Asked {
  operation: MoneyOperation
  reference: string
  amountMinor: number
  currency: string
  receivedAt: string
  merchant?: object
}

export interface Desk {
  books: Books
  /** Writes everything down in one line before anything is said. */
  answer(asked: Asked, given: Answer, outcome: Outcome): Answer
  /** The first answer again, or the refusal that a reversed reference gets for ever. */
  repeat(asked: Asked): Answer | undefined
}

interface Outcome {
  result: string
  processed?: boolean
  entries?: Entry[]
}

export function createDesk(journal: Journal, moneyLog: MoneyLog): Desk {
  const books = createBooks(journal)

  const answer: Desk['answer'] = (asked, given, { result, processed = false, entries = [] }) => {
    const answeredAt = new Date(Date.now() + (given.afterMs ?? 0)).toISOString()
    const row = moneyLog.row({
      provider: 'acquirer',
      ...asked,
      processed,
      result,
      answeredAt: given.delivery ? null : answeredAt,
    })
    journal.record(...entries, row)
    return given
  }

  return {
    books,
    answer,
    repeat(asked) {
      const { reference } = asked
      const known = books.operations.get(reference)
      if (!known && !books.reversed.has(reference)) return undefined
      const decision = known?.answer ?? known?.decision ?? { reference, responseCode: '12' }
      return answer(asked, ok(decision), { result: decision.responseCode })
    },
  }
}
