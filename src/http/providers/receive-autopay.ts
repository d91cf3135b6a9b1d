import express from 'express'
import type { Request, Response, Router } from 'express'
import { confirmationOf } from '../../connectors/autopay/confirmation.ts'
import { readerOf } from '../../connectors/autopay/definition.ts'
import { readIstn } from '../../connectors/autopay/istn.ts'
import { readItn } from '../../connectors/autopay/itn.ts'
import { paymentIdOf } from '../../connectors/autopay/names.ts'
import { isReturnProven } from '../../connectors/autopay/return.ts'
import { readRecurring } from '../../connectors/autopay/read-recurring.ts'
import type { Transaction } from '../../connectors/autopay/status.ts'
import type { Outcome } from '../../domain/actor/call.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { accepted } from '../commands/accepted.ts'
import { contextOf } from '../context.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { accountIn, alarm, askAndReturn, chargedVia } from './account-news.ts'
import type { Contradiction } from './account-news.ts'
import { chargeUnder, keepTransfer } from './keep-transfer.ts'
import { registerSeries } from './register-series.ts'

const BASE = '/providers/autopay/:merchantId/:account'

type AutopayParts = Uses<
  | 'config'
  | 'connectorAccounts'
  | 'gateway'
  | 'ids'
  | 'log'
  | 'metrics'
  | 'numberSeal'
  | 'payments'
  | 'reportedSettlements'
>

/**
 * What Autopay sends: notifications, and payers' browsers. It speaks XML and knows nothing of our
 * API, so this is no part of it. The address names the account, whose key proves the message.
 */
export function receiveAutopay(services: AutopayParts): Router {
  const form = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 10 })
  const router = express.Router()
  router.use(BASE, (_request, response, next) => {
    contextOf(response).route = BASE
    next()
  })
  router.post(`${BASE}/itn`, form, async (request, response) => {
    response.type('application/xml').send(await receiveItn(services, request, response))
  })
  router.post(`${BASE}/istn`, form, async (request, response) => {
    response.type('application/xml').send(await receiveIstn(services, request, response))
  })
  router.post(`${BASE}/recurring`, form, async (request, response) => {
    response.type('application/xml').send(await receiveRecurring(services, request, response))
  })
  router.get(`${BASE}/return`, async (request, response) => {
    response.redirect(303, await receiveReturn(services, request, response))
  })
  return router
}

/** A decoy is of no connector, and fits every one. */
async function readerIn(services: Uses<'connectorAccounts'>, request: Request) {
  const { stored, ...account } = await accountIn(services, request, 'autopay')
  const { settings, credentials } = stored
  return {
    ...account,
    reader: readerOf({ settings: { serviceId: '0', ...settings }, credentials }),
  }
}

async function receiveItn(
  services: Uses<'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'metrics' | 'payments'>,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, via, reader } = await readerIn(services, request)
  const news = readItn(fieldIn(request), reader)
  if (news.type === 'forged') throw new Refused('invalid_signature')
  if (news.type === 'garbled') throw new Refused('invalid_request')
  const { transaction, sealing } = news
  const { orderId } = transaction
  const payment = await services.payments.find(paymentIdOf(orderId))
  const isOurs = payment?.merchantId === merchantId
  const { requestId } = contextOf(response)
  const received = { payment, transaction, via, requestId, serviceId: reader.serviceId }
  const isTaken = isOurs && (await take(services, { ...received, payment }))
  if (!isTaken) services.log.warn({ orderId, via, requestId }, 'a notification was not taken')
  const { serviceId } = reader
  return confirmationOf({ serviceId, sealing, by: 'orderID', id: orderId }, isTaken)
}

const fieldIn = ({ body }: Request, name = 'transactions'): string => {
  const { [name]: field } = (body ?? {}) as Record<string, unknown>
  return typeof field === 'string' ? field : ''
}

/** Money that was sent on is kept until a batch is made of it; whatever else is told changes nothing. */
async function receiveIstn(
  services: Uses<'connectorAccounts' | 'log' | 'payments' | 'reportedSettlements'>,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, via, reader } = await readerIn(services, request)
  const news = readIstn(fieldIn(request), reader)
  if (news.type === 'forged') throw new Refused('invalid_signature')
  if (news.type === 'garbled') throw new Refused('invalid_request')
  const { transfer, sealing } = news
  const { requestId } = contextOf(response)
  await keepTransfer(services, { merchantId, via, reader, transfer, requestId })
  const { serviceId } = reader
  return confirmationOf({ serviceId, sealing, by: 'remoteOutID', id: transfer.transferId }, true)
}

/**
 * A series has begun, under the name that later payments go by; it says nothing of the money. That one has
 * ended is written down: who charges it again is refused by Autopay.
 */
async function receiveRecurring(
  services: Uses<'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'payments'>,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, via, reader } = await readerIn(services, request)
  const news = readRecurring(fieldIn(request, 'recurring'), reader)
  if (news.type === 'forged') throw new Refused('invalid_signature')
  if (news.type === 'garbled') throw new Refused('invalid_request')
  const { clientHash: id, sealing } = news
  const { requestId } = contextOf(response)
  const isTaken =
    news.type === 'deactivated' ||
    (await registerSeries(services, { ...news, merchantId, via, requestId }))
  services.log.info({ merchantId, via, isTaken, requestId }, `a series was ${news.type}`)
  return confirmationOf({ serviceId: reader.serviceId, sealing, by: 'clientHash', id }, isTaken)
}

interface Received {
  serviceId: string
  payment: Payment
  transaction: Transaction
  via: string
  requestId: string
}

/** False: the provider shall say it again, because nothing was done about it. */
async function take(
  services: Uses<'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'metrics'>,
  received: Received,
): Promise<boolean> {
  const { payment, transaction, requestId } = received
  const { transactionId, status, details } = transaction
  const about = chargeUnder(payment, transaction.orderId)
  const reference = about?.reference
  const via = await chargedVia(
    services,
    { ...received, about },
    (stored) => readerOf(stored).serviceId === received.serviceId,
  )
  const outcome = outcomeOf(transaction)
  if (status === 'SUCCESS' && (reference === undefined || !isWhatWasAsked(payment, transaction))) {
    warnOperator(services, 'other_money', received)
    return false
  }
  if (status === 'FAILURE' && isPaidBy(payment, transactionId)) {
    warnOperator(services, 'failure_after_success', received)
    return true
  }
  if (reference === undefined || !outcome) return true
  const command = { name: 'transactionStatus', reference, transactionId, via, outcome } as const
  // The same news again, perhaps with more about the payer, is the same command.
  const commandId = services.ids.keyed('autopay', via, reference, transactionId, status, details)
  const actor = payment.method === 'BLIK' ? ('provider/blik' as const) : ('provider/bank' as const)
  const meta = { commandId, actor, requestId }
  const { payment: after } = accepted(await services.gateway.send(payment, command, meta))
  const isSentBack = (one: Payment) => one.returned?.includes(transactionId) === true
  const isSecond = payment.completedAt !== undefined && isSentBack(after) && !isSentBack(payment)
  if (isSecond) warnOperator(services, 'second_money', received)
  return true
}

const outcomeOf = ({ status, transactionId }: Transaction): Outcome | undefined => {
  if (status === 'SUCCESS') return { type: 'paid', transactionId }
  return status === 'FAILURE' ? { type: 'refused', rejectCode: 'DECLINED_BY_PAYER' } : undefined
}

const isWhatWasAsked = ({ order }: Payment, { amountMinor, currency }: Transaction): boolean =>
  order.amountMinor === amountMinor && order.currency === currency

const isPaidBy = ({ transactions, completedAt }: Payment, transactionId: string): boolean =>
  completedAt !== undefined &&
  transactions.some(({ acquirerRef, type }) => acquirerRef === transactionId && type === 'AUTH')

const warnOperator = (
  services: Uses<'log' | 'metrics'>,
  kind: Contradiction,
  { payment, transaction: { transactionId, status }, via, requestId }: Received,
): void => alarm(services, kind, { id: payment.id, via, transactionId, status, requestId })

/** The browser is back; it proves which order it was, and the bank is asked what became of it. */
async function receiveReturn(
  services: Uses<
    'config' | 'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'numberSeal' | 'payments'
  >,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, reader } = await readerIn(services, request)
  const { ServiceID, OrderID, Hash } = request.query
  const given = [ServiceID, OrderID, Hash].map((one) => (typeof one === 'string' ? one : ''))
  const [serviceId = '', orderId = '', hash = ''] = given
  if (!isReturnProven({ serviceId, orderId, hash }, reader)) throw new Refused('invalid_signature')
  const { requestId } = contextOf(response)
  return askAndReturn(services, { paymentId: paymentIdOf(orderId), merchantId, requestId })
}
