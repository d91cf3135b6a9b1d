import type { Entry, Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Transaction } from './books.ts'
import { newRemoteId, rowOf, stampNow } from './books.ts'

interface PayerOptions {
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  confirmMs: number
  laterMs: number
}

/** Who pays: with an app after a while, or on the bank's page. */
export function createPayer(
  { journal, moneyLog, scheduler, confirmMs, laterMs }: PayerOptions,
  books: Books,
  notify: (transaction: Transaction) => Entry[],
) {
  const { transactions, aliases } = books

  function pay(transaction: Transaction): void {
    if (transaction.status !== 'PENDING') return
    const paid: Transaction = {
      ...transaction,
      status: 'SUCCESS',
      details: 'AUTHORIZED',
      paidAt: stampNow(),
    }
    const silent = transaction.course === 'confirmSilently'
    const twice = transaction.course === 'confirmTwice' ? notify(paid) : []
    journal.record(
      transactions.save(paid),
      moneyLog.row(rowOf(paid, 'authorize', { processed: true, result: 'SUCCESS' })),
      ...(paid.uid === undefined ? [] : [aliases.save({ uid: paid.uid })]),
      ...(silent ? [] : notify(paid)),
      ...twice,
    )
  }

  function fail(transaction: Transaction, details: string): void {
    if (transaction.status !== 'PENDING') return
    const failed: Transaction = { ...transaction, status: 'FAILURE', details }
    journal.record(transactions.save(failed), ...notify(failed))
  }

  /** The payer goes back and pays the same order once more. */
  function payAgain(transaction: Transaction): void {
    const again: Transaction = {
      ...transaction,
      remoteId: newRemoteId(),
      status: 'PENDING',
      details: '',
    }
    journal.record(transactions.save(again))
    pay(again)
  }

  const act = scheduler.handle<{ remoteId: string }>('autopay.act', ({ remoteId }) => {
    const transaction = transactions.all.get(remoteId)
    if (!transaction) return
    if (transaction.course === 'decline') return fail(transaction, 'USER_DECLINED')
    if (transaction.course === 'lackFunds') return fail(transaction, 'INSUFFICIENT_FUNDS')
    return pay(transaction)
  })

  return {
    pay,
    fail,
    payAgain,
    later: ({ remoteId }: Transaction) => journal.record(act({ remoteId }, laterMs)),
    /** What a payer of BLIK does by himself. */
    plan: ({ remoteId, course }: Transaction): Entry[] =>
      course === 'ignore' || course === 'confirmOnCancel' ? [] : [act({ remoteId }, confirmMs)],
  }
}

export type Payer = ReturnType<typeof createPayer>
