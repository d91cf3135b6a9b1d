import type { Router } from 'express'
import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Call, Provider } from '../provider.ts'
import type { Plan, Scheduler } from '../scheduler.ts'
import type { Issuer } from './authorization.ts'
import { authorize } from './authorize.ts'
import { createDesk } from './desk.ts'
import type { Desk } from './desk.ts'
import { createDisputes } from './disputes.ts'
import { operateLater, reverse } from './operate-later.ts'
import { closeBatch, listLines } from './settlement.ts'

interface AcquirerOptions {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  message: Plan<Message>
  /** Where the gateway hears of disputes, and how long people take over them. */
  gatewayUrl: string
  laterMs: number
  authentication: Issuer['authentication']
  tokenRefusal: Issuer['tokenRefusal']
  slowAnswerMs: number
}

/** The acquirer: every reference is decided once, and a reversed one never again. */
export function createAcquirer(options: AcquirerOptions): Router {
  const { provider, journal, moneyLog, slowAnswerMs } = options
  const desk = createDesk(journal, moneyLog)
  const disputes = createDisputes({
    ...options,
    isReversed: (reference) => desk.books.reversed.has(reference),
  })
  const issuer: Issuer = {
    authentication: options.authentication,
    tokenRefusal: (card, byMerchant) =>
      desk.books.usedCryptograms.has(card.cryptogram ?? '')
        ? '05'
        : options.tokenRefusal(card, byMerchant),
    knowsNetworkTransaction: (id) => desk.books.networkTransactionIds.has(id),
  }
  provider.post('/authorize', 'authorize', (call) =>
    authorize(call, { desk, issuer, slowAnswerMs, disputes }),
  )
  provider.post('/capture', 'capture', (call) => operateLater('capture', call, desk))
  provider.post('/adjust', 'adjust', (call) => operateLater('adjust', call, desk))
  provider.post('/refund', 'refund', (call) => operateLater('refund', call, desk))
  provider.post('/reverse', 'reverse', (call) => reverse(call, desk))
  provider.get('/operations/:reference', 'inquire', (call) => inquire(call, desk))
  provider.post('/settlements', 'settle', (call) => closeBatch(call, desk, disputes.all.values()))
  provider.get('/settlements/:batchId/lines', 'settle', (call) => listLines(call, desk.books))
  moneyLog.router.get('/acquirer/disputed', (_request, response) => {
    response.json([...disputes.all.values()].map(({ account: _, ...dispute }) => dispute))
  })
  return provider.router
}

function inquire({ params, receivedAt }: Call, { books, answer }: Desk): Answer {
  const reference = params.reference ?? ''
  const known = books.operations.get(reference)
  const { amountMinor = 0, currency = '' } = known ?? {}
  const asked = { operation: 'inquire' as const, reference, amountMinor, currency, receivedAt }
  if (!known) return answer(asked, refuse(404, 'not_found'), { result: 'not_found' })
  const { operation, decision } = known
  return answer(asked, ok({ ...decision, operation }), { result: decision.responseCode })
}
