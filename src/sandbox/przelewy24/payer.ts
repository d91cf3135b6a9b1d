import type { Entry, Journal } from '../journal.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Transaction } from './books.ts'
import type { Notices } from './notices.ts'

interface PayerOptions {
  journal: Journal
  scheduler: Scheduler
  confirmMs: number
  laterMs: number
}

/** Who pays: with an app after a while, or on the bank's page. What is paid is an advance until it is taken. */
export function createPayer(
  { journal, scheduler, confirmMs, laterMs }: PayerOptions,
  { transactions, aliases }: Books,
  notices: Notices,
) {
  function pay(transaction: Transaction): void {
    if (transaction.status !== 0) return
    const paid: Transaction = { ...transaction, status: 1 }
    const { course, alias } = transaction
    journal.record(
      transactions.save(paid),
      ...(alias ? [aliases.save(alias)] : []),
      ...(course === 'confirmSilently' ? [] : notices.money(paid)),
      ...(course === 'confirmTwice' ? notices.money(paid) : []),
    )
  }

  const act = scheduler.handle<{ sessionId: string }>('przelewy24.act', ({ sessionId }) => {
    const transaction = transactions.all.get(sessionId)
    if (!transaction) return
    const error = errors[transaction.course]
    if (error === undefined) return pay(transaction)
    journal.record(...notices.blik(transaction, error))
  })

  return {
    pay,
    later: ({ sessionId }: Transaction) => journal.record(act({ sessionId }, laterMs)),
    /** What a payer of BLIK does by himself. */
    plan: ({ sessionId, course }: Transaction): Entry[] =>
      course === 'ignore' || course === 'confirmOnCancel' ? [] : [act({ sessionId }, confirmMs)],
  }
}

export type Payer = ReturnType<typeof createPayer>

/** Why BLIK fails after it was taken, by number. */
const errors: Partial<Record<Transaction['course'], string>> = { decline: '61', lackFunds: '33' }
