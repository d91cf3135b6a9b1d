import express from 'express'
import type { Request, Response, Router } from 'express'
import { readerOf } from '../../connectors/autopay/definition.ts'
import { confirmationOf, readItn } from '../../connectors/autopay/itn.ts'
import { orderIdOf, paymentIdOf } from '../../connectors/autopay/names.ts'
import { isReturnProven } from '../../connectors/autopay/return.ts'
import type { Transaction } from '../../connectors/autopay/status.ts'
import type { Outcome } from '../../domain/actor/call.ts'
import { readVia } from '../../domain/actor/via.ts'
import type { Payment, Transaction as PaymentTransaction } from '../../domain/payment/payment.ts'
import { isVersionOf } from '../../domain/routing/account-version.ts'
import { accepted } from '../commands/accepted.ts'
import { askBank } from '../commands/ask-bank.ts'
import { contextOf } from '../context.ts'
import { Refused } from '../refused.ts'
import { returnPayer } from '../return-payer.ts'
import type { Services } from '../services.ts'

const BASE = '/providers/autopay/:merchantId/:account'

/**
 * What Autopay sends: notifications, and payers' browsers. It speaks XML and knows nothing of our
 * API, so this is no part of it. The address names the account, whose key proves the message.
 */
export function receiveAutopay(services: Services): Router {
  const form = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 10 })
  const router = express.Router()
  router.use(BASE, (_request, response, next) => {
    contextOf(response).route = BASE
    next()
  })
  router.post(`${BASE}/itn`, form, async (request, response) => {
    response.type('application/xml').send(await receiveItn(services, request, response))
  })
  router.get(`${BASE}/return`, async (request, response) => {
    response.redirect(303, await receiveReturn(services, request, response))
  })
  return router
}

/**
 * The account that the address names. A stranger learns nothing of which there are: where there is
 * none, the same is done with a key that nobody has.
 */
async function readerIn({ connectorAccounts }: Services, { params }: Request) {
  const { merchantId = '', account = '' } = params as Partial<Named>
  const isName = /^[\w-]{1,64}$/.test(merchantId) && /^[a-z][a-z0-9-]{0,31}$/.test(account)
  const name = isName ? { merchantId, connector: 'autopay', account } : NOBODY
  const stored = (await connectorAccounts.open(name)) ?? (await connectorAccounts.decoy())
  return { merchantId, via: `autopay/${account}`, reader: readerOf(withService(stored)) }
}

const NOBODY = { merchantId: '', connector: 'autopay', account: '' }

type Stored = Awaited<ReturnType<Services['connectorAccounts']['decoy']>>

/** A decoy is of no connector, and fits every one. */
const withService = ({ settings, credentials }: Stored) => ({
  settings: { serviceId: '0', ...settings },
  credentials,
})

interface Named {
  merchantId: string
  account: string
}

async function receiveItn(
  services: Services,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, via, reader } = await readerIn(services, request)
  const { transactions } = (request.body ?? {}) as { transactions?: unknown }
  const news = readItn(typeof transactions === 'string' ? transactions : '', reader)
  if (news.type === 'forged') throw new Refused('invalid_signature')
  if (news.type === 'garbled') throw new Refused('invalid_request')
  const { transaction, sealing } = news
  const { orderId } = transaction
  const payment = await services.payments.find(paymentIdOf(orderId))
  const isOurs = payment?.merchantId === merchantId
  const { requestId } = contextOf(response)
  const told = { payment, transaction, via, requestId, serviceId: reader.serviceId }
  const isTaken = isOurs && (await take(services, { ...told, payment }))
  if (!isTaken) services.log.warn({ orderId, via, requestId }, 'a notification was not taken')
  return confirmationOf({ serviceId: reader.serviceId, orderId, sealing }, isTaken)
}

interface Told {
  serviceId: string
  payment: Payment
  transaction: Transaction
  via: string
  requestId: string
}

/** False: the provider shall say it again, because nothing was done about it. */
async function take(services: Services, told: Told): Promise<boolean> {
  const { payment, transaction, requestId } = told
  const { transactionId, status, details } = transaction
  const about = payment.transactions.find(
    (one) => one.reference !== undefined && orderIdOf(one.reference) === transaction.orderId,
  )
  const reference = about?.reference
  const via = await chargedVia(services, told, about)
  const outcome = outcomeOf(transaction)
  if (status === 'SUCCESS' && (reference === undefined || !isWhatWasAsked(payment, transaction))) {
    alarm(services, 'other_money', told)
    return false
  }
  if (status === 'FAILURE' && isPaidBy(payment, transactionId)) {
    alarm(services, 'failure_after_success', told)
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
  if (isSecond) alarm(services, 'second_money', told)
  return true
}

/** The provider may send all that concerns a service to the address of one version of its account. */
async function chargedVia(
  { connectorAccounts }: Services,
  { payment, via, serviceId }: Told,
  about: PaymentTransaction | undefined,
): Promise<string> {
  const own = about?.via ?? (about?.reference === payment.reference ? payment.via : undefined)
  if (own === undefined || own === via || !isVersionOf(own, via)) return via
  const { merchantId } = payment
  const stored = await connectorAccounts.open({ merchantId, ...readVia(own) })
  return stored && readerOf(stored).serviceId === serviceId ? own : via
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

/** What must not be is told to an operator; what can be put right by itself is. */
function alarm(
  { log, metrics }: Services,
  kind: 'second_money' | 'failure_after_success' | 'other_money',
  { payment, transaction, via, requestId }: Told,
): void {
  const { transactionId, status } = transaction
  log.error(
    { id: payment.id, via, transactionId, status, requestId, kind },
    'a provider contradicts itself',
  )
  metrics.providerContradictions.inc({ kind })
}

/** The browser is back; it proves which order it was, and the bank is asked what became of it. */
async function receiveReturn(
  services: Services,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, reader } = await readerIn(services, request)
  const { ServiceID, OrderID, Hash } = request.query
  const given = [ServiceID, OrderID, Hash].map((one) => (typeof one === 'string' ? one : ''))
  const [serviceId = '', orderId = '', hash = ''] = given
  if (!isReturnProven({ serviceId, orderId, hash }, reader)) throw new Refused('invalid_signature')
  const payment = await services.payments.find(paymentIdOf(orderId))
  if (payment?.merchantId !== merchantId) throw new Refused('payment_not_found')
  const { requestId } = contextOf(response)
  // The payer is sent on even when nobody can be asked now: the payment asks by itself, later.
  await askBank(services, payment, requestId).catch((error: unknown) => {
    services.log.warn({ err: error, requestId }, 'bank not asked')
  })
  return returnPayer(services, payment).options.headers?.['location'] ?? '/'
}
