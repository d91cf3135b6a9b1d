import type { Router } from 'express'
import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Faults } from '../faults.ts'
import type { Fields } from '../fields.ts'
import { text } from '../fields.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { MoneyLog, MoneyOperation, Row } from '../money-log.ts'
import { createProvider } from '../provider.ts'
import type { Call } from '../provider.ts'
import type { Plan } from '../scheduler.ts'
import type { Settings } from '../settings.ts'
import { createBooks } from './books.ts'
import type { Books, Done, Payment, Modification } from './books.ts'
import { adyenDialect, textOf } from './dialect.ts'
import { keepOnce } from './keep-once.ts'
import { createNotifier } from './create-notifier.ts'
import { createDisputes } from './disputes.ts'
import { capture, refund, reversal, technicalCancel } from './modify.ts'
import type { Taken } from './modify.ts'
import { addPages } from './pages.ts'
import { amountIn, details, pay } from './pay.ts'
import { addReports } from './reports.ts'

interface AdyenOptions {
  journal: Journal
  moneyLog: MoneyLog
  message: Plan<Message>
  faults: Faults
  settings: Settings
}

/** Adyen Checkout: payments with its own 3-D Secure, modifications that are only taken, signed webhooks. */
export function createAdyen({
  journal,
  moneyLog,
  message,
  faults,
  settings,
}: AdyenOptions): Router {
  const provider = createProvider('adyen', settings, faults, adyenDialect)
  const books = createBooks(journal)
  const laterMs = settings.timings.confirmMs
  const key = settings.webhookKeys.adyen
  const notifier = createNotifier({ books, message, key, laterMs })
  const disputes = createDisputes({ provider, journal, books, notifier })

  /** Once under its key; told, and written into the log of money where it is about money. */
  const post = <Outcome extends Done>(
    path: string,
    operation: MoneyOperation | 'details',
    process: (call: Call, books: Books) => Outcome,
    news: (done: Outcome) => Entry[],
  ) =>
    provider.post(path, operation, (call) => {
      let first: Outcome | undefined
      const done = keepOnce(call, books, () => (first = process(call, books)))
      const row = operation === 'details' ? [] : [moneyLog.row(rowOf(call, operation, done))]
      // What is told reads the books as they are then.
      journal.record(...(done.entries ?? []), ...row)
      if (first) journal.record(...news(first))
      return done.answer
    })
  const modified = ({ news }: Taken): Entry[] =>
    news ? notifier.ofModification(news.modification, news.done) : []

  post('/payments', 'authorize', pay, ({ answer }) => {
    const { pspReference } = answer.body as { pspReference?: string }
    const payment = books.payments.all.get(pspReference ?? '')
    return payment ? [...notifier.ofPayment(payment), ...disputes.after(payment)] : []
  })
  post('/payments/details', 'details', details, () => [])
  post('/payments/:psp/captures', 'capture', capture, modified)
  post('/payments/:psp/refunds', 'refund', refund, modified)
  post('/payments/:psp/reversals', 'reverse', reversal, modified)
  post('/cancels', 'reverse', technicalCancel, modified)
  provider.post('/paymentMethods', 'probe', () => ok({ paymentMethods: [] }))
  addPages(provider.router, {
    journal,
    books,
    news: (payment) => [
      ...notifier.ofPayment(payment),
      ...disputes.after(payment),
      moneyLog.row(answeredRow(payment)),
    ],
  })
  addReports({ provider, journal, books, notifier })
  addTesters(provider.router, journal, books, notifier, moneyLog)
  return provider.router
}

/** What only a tester may do: say where messages go, and have what was done fail after all. */
function addTesters(
  router: Router,
  journal: Journal,
  books: Books,
  notifier: ReturnType<typeof createNotifier>,
  moneyLog: MoneyLog,
): void {
  router.post('/simulator/webhooks', ({ body }, response) => {
    const fields = body as Fields
    journal.record(
      books.hooks.save({ account: text(fields, 'merchantAccount'), url: text(fields, 'url') }),
    )
    response.json({})
  })
  router.post('/simulator/modifications/:reference/fail', ({ params }, response) => {
    const found = books.modifications.all.get(params.reference)
    if (found) journal.record(...notifier.ofFailure(found), moneyLog.row(returnedRow(found)))
    response.status(found ? 200 : 404).json({ found: found !== undefined })
  })
}

function returnedRow({ reference, amount }: Modification): Row {
  const at = new Date().toISOString()
  return {
    provider: 'adyen',
    reference,
    operation: 'return',
    processed: true,
    result: 'failed',
    amountMinor: amount.value,
    currency: amount.currency,
    receivedAt: at,
    answeredAt: at,
  }
}

function rowOf(call: Call, operation: MoneyOperation, done: Done): Row {
  const { body, idempotencyKey = '', receivedAt } = call
  const amount = amountIn(body)
  const processed = done.processed ?? false
  return {
    provider: 'adyen',
    reference: textOf(body['reference']) ?? idempotencyKey,
    operation,
    amountMinor: amount?.value ?? 0,
    currency: amount?.currency ?? '',
    processed,
    ...(operation === 'capture' && processed && amount && { heldMinor: amount.value }),
    result: resultOf(done.answer),
    receivedAt,
    answeredAt: new Date().toISOString(),
  }
}

function resultOf({ body }: Answer): string {
  const { resultCode, status, errorCode } = body as Record<string, string | undefined>
  return resultCode ?? errorCode ?? status ?? ''
}

/** What became of a charge whose payer was asked. */
function answeredRow({ reference, amount, status }: Payment): Row {
  const at = new Date().toISOString()
  return {
    provider: 'adyen',
    operation: 'authorize',
    reference,
    amountMinor: amount.value,
    currency: amount.currency,
    processed: status === 'authorised',
    result: status,
    receivedAt: at,
    answeredAt: at,
  }
}
