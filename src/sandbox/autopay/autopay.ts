import type { Router } from 'express'
import express from 'express'
import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Faults } from '../faults.ts'
import { createProvider } from '../provider.ts'
import type { Call, Provider } from '../provider.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Settings } from '../settings.ts'
import { createBooks, rowOf } from './books.ts'
import type { Books, Transaction } from './books.ts'
import { autopayDialect, textIn, xml } from './dialect.ts'
import { createIstn } from './istn.ts'
import { createItn, leavesOf } from './itn.ts'
import { createPages, tokenOf } from './pages.ts'
import { createPayer } from './payer.ts'
import { createRpan } from './rpan.ts'
import type { Payer } from './payer.ts'
import { addRefunds } from './refunds.ts'
import { gateways, isBlik, start } from './start.ts'
import type { Started } from './start.ts'

interface AutopayOptions {
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  faults: Faults
  settings: Settings
}

type Parts = Pick<AutopayOptions, 'journal' | 'moneyLog'> & { provider: Provider; key: string }

/** Autopay: orders with their transactions, BLIK without a page, the page of a bank, notifications. */
export function createAutopay(options: AutopayOptions): Router {
  const { journal, moneyLog, settings, faults } = options
  const { timings } = settings
  const key = settings.keys.autopay
  const provider = createProvider('autopay', settings, faults, autopayDialect)
  const books = createBooks(journal)
  const minute = { minuteMs: timings.minuteMs, defaultUrl: settings.autopayItnUrl }
  const notify = createItn({ ...options, ...minute, key }, books)
  const notifySeries = createRpan({ ...options, key }, books)
  const news = (transaction: Transaction) => [...notify(transaction), ...notifySeries(transaction)]
  const payer = createPayer({ ...options, ...timings }, books, news)
  const settle = createIstn({ ...options, ...minute, key }, books)

  function begin(call: Call): Answer {
    const started = start(call, books)
    const orderId = textIn(call.body, 'OrderID')
    if (started.type === 'refused') return refusalOf(started, orderId, key)
    const { transaction } = started
    const { remoteId, gatewayId } = transaction
    const isTakenAtOnce = isBlik(gatewayId)
    journal.record(
      books.transactions.save(transaction),
      moneyLog.row(rowOf(transaction, 'authorize', { processed: false, result: 'PENDING' })),
      ...(isTakenAtOnce ? payer.plan(transaction) : []),
    )
    const ids = [
      ['orderID', orderId],
      ['remoteID', remoteId],
    ] as const
    if (isTakenAtOnce)
      return xml(
        'transaction',
        [...ids, ['confirmation', 'CONFIRMED'], ['paymentStatus', 'PENDING']],
        key,
      )
    const address = `${call.baseUrl}/autopay/payment/continue/${remoteId}/${tokenOf(transaction, key)}`
    return xml('transaction', [['status', 'PENDING'], ['redirecturl', address], ...ids], key)
  }

  provider.post('/payment', 'authorize', begin)
  provider.post('/gatewayList/v3', 'list', ({ body, baseUrl }) => listOf(body, baseUrl))
  addQuestions({ provider, journal, moneyLog, key }, books, payer, notify)
  addRefunds({ ...options, provider, key, confirmMs: timings.confirmMs }, books)
  const router = express.Router()
  router.use(
    createPages(books, payer, key),
    testers(journal, books, payer, settle),
    provider.router,
  )
  return router
}

function refusalOf(
  { reason, apps = [] }: Extract<Started, { type: 'refused' }>,
  orderId: string,
  key: string,
): Answer {
  const choice = apps.map(
    ([app, label]) =>
      [
        'blikAM',
        [
          ['blikAMKey', app],
          ['blikAMLabel', label],
        ],
      ] as const,
  )
  const no = [
    ['orderID', orderId],
    ['confirmation', 'NOTCONFIRMED'],
    ['reason', reason],
  ] as const
  const list = choice.length > 0 ? [['blikAMList', choice] as const] : []
  return xml('transaction', [...no, ...list], key)
}

const listOf = (body: Fields, baseUrl: string): Answer =>
  ok({
    result: 'OK',
    errorStatus: null,
    description: null,
    gatewayGroups: [{ type: 'PBL', title: 'Banks', order: 1 }],
    serviceID: textIn(body, 'ServiceID'),
    messageID: textIn(body, 'MessageID'),
    gatewayList: gateways.map((gateway, index) => ({
      ...gateway,
      bankName: 'NONE',
      iconURL: `${baseUrl}/bank/icons/SIMBANK.svg`,
      stateDate: '2026-01-01 00:00:00',
      availableFor: 'BOTH',
      order: index + 1,
      currencies: [{ currency: 'PLN' }],
      buttonTitle: 'Pay',
    })),
  })

function addQuestions(
  { provider, journal, moneyLog, key }: Parts,
  books: Books,
  payer: Payer,
  notify: (transaction: Transaction) => ReturnType<MoneyLog['row']>[],
): void {
  provider.post('/webapi/transactionStatus', 'inquire', ({ body }) => {
    const serviceId = textIn(body, 'ServiceID')
    const found = books.ofOrder(serviceId, textIn(body, 'OrderID'))
    const all = found.map((one) => ['transaction', leavesOf(one)] as const)
    return xml(
      'transactionList',
      [
        ['serviceID', serviceId],
        ['transactions', all],
      ],
      key,
    )
  })
  provider.post('/webapi/transactionCancel', 'reverse', ({ body, requestId }) => {
    const serviceId = textIn(body, 'ServiceID')
    const orderId = textIn(body, 'OrderID')
    for (const one of books.ofOrder(serviceId, orderId))
      if (one.course === 'confirmOnCancel') payer.pay(one)
    const found = books.ofOrder(serviceId, orderId)
    const open = found.filter(({ status }) => status === 'PENDING')
    const cancelled = open.map(
      (one) => ({ ...one, status: 'FAILURE', details: 'CANCELLED' }) as const,
    )
    const result =
      found.length === 0
        ? 'TRANSACTION_NOT_FOUND'
        : open.length === 0
          ? 'INCORRECT_PAYMENT_STATUS'
          : open.length === found.length
            ? 'CANCELED_FULLY'
            : 'CANCELED_PARTIALLY'
    const isDone = open.length > 0
    const row = { reference: requestId ?? orderId, amount: '0.00', currency: 'PLN' }
    journal.record(
      ...cancelled.map(books.transactions.save),
      ...cancelled.flatMap(notify),
      ...(isDone ? [books.closed.save({ orderId })] : []),
      moneyLog.row(rowOf(found[0] ?? row, 'reverse', { processed: isDone, result })),
    )
    return xml(
      'transactionCancel',
      [
        ['serviceID', serviceId],
        ['messageID', textIn(body, 'MessageID')],
        ['confirmation', isDone ? 'CONFIRMED' : 'NOTCONFIRMED'],
        ['reason', result],
      ],
      key,
    )
  })
}

/** What only a tester may do. */
function testers(
  journal: Journal,
  books: Books,
  payer: Payer,
  settle: (serviceId: string) => number,
): Router {
  const router = express.Router()
  router.post('/simulator/services', (request, response) => {
    const fields = (request.body ?? {}) as Fields
    const istnUrl = textIn(fields, 'istnUrl')
    const recurringUrl = textIn(fields, 'recurringUrl')
    const service = {
      serviceId: text(fields, 'serviceId'),
      itnUrl: text(fields, 'itnUrl'),
      ...(istnUrl !== '' && { istnUrl }),
      ...(recurringUrl !== '' && { recurringUrl }),
    }
    journal.record(books.services.save(service))
    response.json(service)
  })
  /** Sends on all that was paid or given back since, and tells of each transfer. */
  router.post('/simulator/settlements', (request, response) => {
    const serviceId = text((request.body ?? {}) as Fields, 'serviceId')
    response.json({ transfers: settle(serviceId) })
  })
  router.post('/simulator/orders/:reference/pay-again', ({ params }, response) => {
    const found = [...books.transactions.all.values()].find(
      ({ reference, orderId }) => reference === params.reference || orderId === params.reference,
    )
    if (found) payer.payAgain(found)
    response.status(found ? 200 : 404).json({ found: found !== undefined })
  })
  return router
}
