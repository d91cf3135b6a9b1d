import type { Entry, Journal } from '../journal.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Transaction } from './books.ts'
import { signOf } from './dialect.ts'

interface Notice {
  sessionId: string
  attempt: number
}

interface NoticeOptions {
  journal: Journal
  scheduler: Scheduler
  key: string
  /** How long a minute is on the sandbox's clock. */
  minuteMs: number
}

/** After how many minutes a payment is told of again, until it is taken. */
const pauses = [3, 5, 15, 30, 60, 150, 450]
const timeoutMs = 10_000

/** Tells shops of money that has come, and of BLIK that has not. */
export function createNotices(
  { journal, scheduler, key, minuteMs }: NoticeOptions,
  { transactions }: Books,
) {
  const notice = scheduler.handle<Notice>('przelewy24.notice', async ({ sessionId, attempt }) => {
    const transaction = transactions.all.get(sessionId)
    if (transaction?.status !== 1) return
    await post(transaction.urlStatus, paymentNotice(transaction, key))
    const minutes = pauses[attempt - 1]
    if (minutes !== undefined)
      journal.record(notice({ sessionId, attempt: attempt + 1 }, minutes * minuteMs))
  })
  const failed = scheduler.handle<{ sessionId: string; error: string }>(
    'przelewy24.blik',
    async ({ sessionId, error }) => {
      const transaction = transactions.all.get(sessionId)
      if (transaction) await post(transaction.urlBlik, blikNotice(transaction, error, key))
    },
  )
  return {
    money: ({ sessionId, urlStatus }: Transaction): Entry[] =>
      urlStatus === '' ? [] : [notice({ sessionId, attempt: 1 })],
    blik: ({ sessionId, urlBlik }: Transaction, error: string): Entry[] =>
      urlBlik === '' ? [] : [failed({ sessionId, error })],
  }
}

export type Notices = ReturnType<typeof createNotices>

function paymentNotice(transaction: Transaction, key: string): object {
  const { merchantId, posId, sessionId, amount, paidAmount, currency, orderId, method } =
    transaction
  const members = {
    merchantId,
    posId,
    sessionId,
    amount: paidAmount,
    originAmount: amount,
    currency,
    orderId,
    methodId: method,
    statement: `p24-${orderId.toString(36).toUpperCase()}`,
  }
  return { ...members, sign: signOf(members, key) }
}

function blikNotice({ orderId, sessionId, method }: Transaction, error: string, key: string) {
  const status = error === '0' ? 'AUTHORIZED' : 'DECLINED'
  const result = { error, message: error === '0' ? 'success' : 'refused', status, trxRef: '' }
  const members = { orderId, sessionId, method, result }
  return { data: { ...members, sign: signOf(members, key) } }
}

async function post(url: string, body: object): Promise<void> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
  } catch {
    // It comes again unless the payment is taken meanwhile.
  }
}
