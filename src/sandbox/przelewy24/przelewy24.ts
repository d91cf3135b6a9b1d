import type { Router } from 'express'
import express from 'express'
import type { Faults } from '../faults.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import { createProvider } from '../provider.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Settings } from '../settings.ts'
import { addBlik } from './blik.ts'
import { createBooks } from './books.ts'
import type { Books, Deduction } from './books.ts'
import { przelewy24Dialect } from './dialect.ts'
import { createNotices } from './notices.ts'
import { createPages } from './pages.ts'
import { createPayer } from './payer.ts'
import type { Payer } from './payer.ts'
import { addRefunds } from './refunds.ts'
import { addRegistration } from './register.ts'
import { addReports, payOut } from './reports.ts'
import { addTransactions } from './transactions.ts'

interface Przelewy24Options {
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  faults: Faults
  settings: Settings
}

/** Przelewy24: registrations, the page of a bank, BLIK without a page, and money that has to be taken. */
export function createPrzelewy24(options: Przelewy24Options): Router {
  const { journal, settings, faults } = options
  const { timings } = settings
  const key = settings.keys.przelewy24
  const provider = createProvider('przelewy24', settings, faults, przelewy24Dialect)
  const books = createBooks(journal)
  const notices = createNotices({ ...options, key, minuteMs: timings.minuteMs }, books)
  const payer = createPayer({ ...options, ...timings }, books, notices)
  const parts = { ...options, provider, key, confirmMs: timings.confirmMs }
  addRegistration(parts, books)
  addBlik(parts, books, payer)
  addTransactions(parts, books)
  addRefunds(parts, books)
  addReports(provider, books)
  const router = express.Router()
  router.use(createPages(books, payer), testers(journal, books, payer), provider.router)
  return router
}

/** What only a tester may do. */
function testers(journal: Journal, books: Books, payer: Payer): Router {
  const router = express.Router()
  const find = (name: string) =>
    [...books.transactions.all.values()].findLast(
      ({ sessionId, reference }) => sessionId === name || reference === name,
    )
  router.post('/simulator/payouts', (request, response) => {
    const { posId, deductions } = (request.body ?? {}) as Fields & { deductions?: Deduction[] }
    response.json(payOut(Number(posId), journal, books, deductions) ?? {})
  })
  /** The payer pays, perhaps late, perhaps another sum. */
  router.post('/simulator/transactions/:name/pay', ({ params, body }, response) => {
    const found = find(params.name)
    const { amount } = (body ?? {}) as { amount?: number }
    if (found) payer.pay({ ...found, ...(amount !== undefined && { paidAmount: amount }) })
    response.status(found ? 200 : 404).json({ found: found !== undefined })
  })
  router.get('/simulator/transactions/:name', ({ params }, response) => {
    const found = find(params.name)
    response.status(found ? 200 : 404).json(found ?? {})
  })
  return router
}
