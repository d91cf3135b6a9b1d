import type { Router } from 'express'
import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { MoneyLog, MoneyOperation } from '../money-log.ts'
import type { Call, Provider } from '../provider.ts'
import type { Plan, Scheduler } from '../scheduler.ts'
import { addAuthenticationPages } from './authentication-pages.ts'
import {
  cancelAuthentication,
  createAuthentication,
  findAuthentication,
  submitAuthentication,
  viewOf,
} from './authentications.ts'
import { createBooks, newId, nowInSeconds } from './books.ts'
import type { Books, Done, Intent } from './books.ts'
import { cancel, capture, increment, refund } from './change.ts'
import { createIntent, createMethod } from './confirm.ts'
import { createDisputes, createFile } from './disputes.ts'
import { field, metadataIn } from './form.ts'
import { missing } from './dialect.ts'
import { keepOnce } from './keep-once.ts'
import { addPayouts, sinceOf } from './payouts.ts'
import { addRedirectPages } from './redirect-pages.ts'
import { addSetupReads, createSetup, isSetup, setupView } from './setups.ts'
import { intentView, newestFirst, pageOf, refundView } from './views.ts'

interface StripeOptions {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  message: Plan<Message>
  /** How long cardholders who dispute, and their banks, take. */
  laterMs: number
  /** Of the first account; the others say where they want to hear of events, or hear nothing. */
  webhook: { url: string | undefined; account: string }
}

/** Stripe, as far as a card acquirer goes: payments with their states, idempotency keys, events, payouts. */
export function createStripe(options: StripeOptions): Router {
  const { provider, journal, scheduler, moneyLog, message, webhook, laterMs } = options
  const books = createBooks(journal)

  const notifyOfAnswer = ({ bearer }: Call, answer: Answer): Entry[] => {
    const type = eventOf(answer)
    const { error, ...object } = answer.body as { error?: { payment_intent?: object } }
    return type === undefined ? [] : notify(type, error?.payment_intent ?? object, bearer)
  }

  const notify = (type: string, object: object, of: string): Entry[] => {
    const { url, account } = webhook
    const own = url !== undefined && account === of ? [url] : []
    const others = [...books.endpoints.all.values()].filter((one) => one.account === of)
    const made = { id: newId('evt'), object: 'event', type, created: nowInSeconds() }
    return [...own, ...others.map((one) => one.url)].map((to) =>
      message({ sender: 'stripe', url: to, body: { ...made, data: { object } } }),
    )
  }

  const post = (
    path: string,
    operation: MoneyOperation | Unpaid,
    process: (call: Call, books: Books) => Done,
  ) =>
    provider.post(path, operation, (call) => {
      const done = keepOnce(call, books, () => process(call, books))
      const { answer, entries = [], processed = false, replayed } = done
      const row = isUnpaid(operation)
        ? []
        : [moneyLog.row(rowOf(call, operation, answer, processed))]
      journal.record(...entries, ...(replayed ? [] : notifyOfAnswer(call, answer)), ...row)
      return answer
    })

  post('/v1/payment_methods', 'describe', createMethod)
  const disputes = createDisputes({ provider, journal, scheduler, books, laterMs, notify })
  post('/v1/payment_intents', 'authorize', (call) => createIntent(call, books, disputes.plan))
  post('/v1/setup_intents', 'authorize', createSetup)
  post('/v1/disputes/:id', 'disputeSubmit', disputes.submit)
  post('/v1/disputes/:id/close', 'disputeAccept', disputes.close)
  post('/v1/files', 'upload', createFile)
  post('/v1/webhook_endpoints', 'listen', createEndpoint)
  post('/v1/payment_intents/:id/capture', 'capture', capture)
  post('/v1/payment_intents/:id/increment_authorization', 'adjust', increment)
  post('/v1/payment_intents/:id/cancel', 'reverse', cancel)
  post('/v1/refunds', 'refund', refund)
  post(authentications, 'authenticate', createAuthentication)
  post(`${authentications}/:id/submit`, 'submit', submitAuthentication)
  post(`${authentications}/:id/cancel`, 'cancel', cancelAuthentication)
  addAuthenticationPages(provider.router, {
    journal,
    books,
    notify: (ended) =>
      notify(`three_d_secure.authentication.${ended.status}`, viewOf(ended, ''), ended.account),
  })
  addRedirectPages(provider.router, {
    journal,
    books,
    news: (answered) => [
      ...notify(...eventOfAnswered(answered), answered.account),
      moneyLog.row(answeredRow(answered)),
    ],
  })
  addReads(provider, books)
  addPayouts(provider, journal, books)
  addAdjustments(provider, journal, books)
  return provider.router
}

/** Where an account hears of what happens to its charges and disputes. */
function createEndpoint({ body, bearer }: Call, { endpoints }: Books): Done {
  const made = { id: newId('we'), account: bearer, url: field(body, 'url') }
  const view = { id: made.id, object: 'webhook_endpoint', url: made.url }
  return { answer: ok(view), entries: [endpoints.save(made)] }
}

/** A movement that no operation of ours has made. */
function addAdjustments(provider: Provider, journal: Journal, books: Books): void {
  provider.post('/simulator/adjustments', 'settle', ({ bearer, body }) => {
    const amount = Number(body['amount'])
    const currency = textIn(body, 'currency') ?? 'pln'
    const made = { id: newId('txn'), account: bearer, type: 'adjustment', metadata: {} } as const
    journal.record(books.movements.save({ ...made, amount, fee: 0, currency }))
    return ok({ id: made.id })
  })
}

const authentications = '/v1/three_d_secure/authentications'

/** What moves no money has no row in its log. */
const unpaid = [
  ...(['describe', 'authenticate', 'submit', 'cancel', 'listen'] as const),
  ...(['disputeSubmit', 'disputeAccept', 'upload'] as const),
] as const
type Unpaid = (typeof unpaid)[number]
const isUnpaid = (operation: string): operation is Unpaid => unpaid.includes(operation as Unpaid)

function addReads(provider: Provider, books: Books): void {
  addSetupReads(provider, books)
  provider.get('/v1/balance', 'probe', () => ok({ object: 'balance', available: [] }))
  provider.get('/v1/payment_intents', 'inquire', ({ query, bearer }) => {
    const since = sinceOf(query, 'created')
    const found = newestFirst(books).filter(
      (one) => !isSetup(one) && one.created >= since && one.account === bearer,
    )
    return ok(pageOf(found.map(intentView), query))
  })
  provider.get('/v1/payment_intents/:id', 'inquire', ({ params, bearer }) => {
    const found = books.intents.all.get(params['id'] ?? '')
    return found?.account === bearer ? ok(intentView(found)) : missing
  })
  provider.get(authentications, 'list', ({ query, bearer, baseUrl }) => {
    const since = sinceOf(query, 'created')
    const found = [...books.authentications.all.values()].filter(
      ({ created, account }) => created >= since && account === bearer,
    )
    return ok(
      pageOf(
        found.reverse().map((one) => viewOf(one, baseUrl)),
        query,
      ),
    )
  })
  provider.get(`${authentications}/:id`, 'inquire', ({ params, bearer, baseUrl }) => {
    const found = findAuthentication(books, params['id'], bearer)
    return found ? ok(viewOf(found, baseUrl)) : missing
  })
  provider.router.get('/simulator/authentications/:id', ({ params }, response) => {
    response.json(findAuthentication(books, params.id) ?? {})
  })
  provider.get('/v1/refunds', 'inquire', ({ query }) => {
    const all = [...books.refunds.all.values()].filter(
      ({ intent }) => intent === query['payment_intent'],
    )
    return ok(pageOf(all.reverse().map(refundView), query))
  })
}

function rowOf(call: Call, operation: MoneyOperation, answer: Answer, processed: boolean) {
  const { body, idempotencyKey = '', receivedAt } = call
  const shown = answer.body as Partial<ReturnType<typeof intentView>> & {
    error?: { code?: string; type: string; decline_code?: string }
  }
  const amount = Number(body['amount'] ?? body['amount_to_capture'] ?? shown.amount ?? 0)
  return {
    provider: 'stripe' as const,
    ...(operation === 'reverse' && idempotencyKey === ''
      ? // By hand, at Stripe itself: what was held is not held after all.
        { operation: 'return' as const, reference: shown.metadata?.['reference'] ?? '' }
      : { operation: operationIn(body) ?? operation, reference: referenceIn(idempotencyKey) }),
    amountMinor: amount,
    currency: (textIn(body, 'currency') ?? shown.currency ?? '').toUpperCase(),
    processed,
    ...(operation === 'capture' && processed && { heldMinor: amount }),
    result: shown.error
      ? (shown.error.decline_code ?? shown.error.code ?? shown.error.type)
      : (shown.status ?? ''),
    receivedAt,
    answeredAt: new Date().toISOString(),
  }
}

const operationIn = (body: Call['body']): 'reverse' | undefined =>
  metadataIn(body)['operation'] === 'reverse' ? 'reverse' : undefined

/** A cancel has a key of its own beside that of the refund which may have to follow it. */
const referenceIn = (key: string): string => key.replace(/-cancel$/, '')

/** What became of a charge whose payer was asked. */
function answeredRow({ status, amount, currency, metadata, charge }: Intent) {
  const at = new Date().toISOString()
  return {
    provider: 'stripe' as const,
    operation: 'authorize' as const,
    amountMinor: amount,
    reference: metadata['reference'] ?? '',
    currency: currency.toUpperCase(),
    processed: charge !== undefined,
    result: status,
    receivedAt: at,
    answeredAt: at,
  }
}

const textIn = (body: Call['body'], name: string): string | undefined => {
  const value = body[name]
  return typeof value === 'string' ? value : undefined
}

const failed = 'payment_intent.payment_failed'

const types: Readonly<Record<Intent['status'], string>> = {
  requires_capture: 'payment_intent.amount_capturable_updated',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
}

/** What is told when the payer has answered. */
const eventOfAnswered = (answered: Intent): [type: string, object: object] =>
  isSetup(answered)
    ? [`setup_intent.${answered.error ? 'setup_failed' : 'succeeded'}`, setupView(answered)]
    : [types[answered.status] ?? failed, intentView(answered)]

function eventOf({ status, body }: Answer): string | undefined {
  const shown = body as { object?: string; status?: string; error?: { payment_intent?: object } }
  if (status === 402 && shown.error?.payment_intent) return failed
  return shown.object === 'payment_intent' ? types[shown.status ?? ''] : undefined
}
