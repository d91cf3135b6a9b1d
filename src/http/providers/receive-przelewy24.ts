import express from 'express'
import type { Request, Response, Router } from 'express'
import { readerOf } from '../../connectors/przelewy24/definition.ts'
import { referenceIn } from '../../connectors/przelewy24/names.ts'
import { readBlikNotice, readPaymentNotice } from '../../connectors/przelewy24/notice.ts'
import type { Notice, NoticeReader } from '../../connectors/przelewy24/notice.ts'
import { isReturnProven } from '../../connectors/przelewy24/return.ts'
import { ownerOf } from '../../domain/id.ts'
import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { accepted } from '../commands/accepted.ts'
import { contextOf } from '../context.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { accountIn, alarm, askAndReturn, chargedVia } from './account-news.ts'

const BASE = '/providers/przelewy24/:merchantId/:account'

type Przelewy24Parts = Uses<
  'config' | 'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'metrics' | 'numberSeal' | 'payments'
>

type Read = (body: unknown, reader: NoticeReader) => Notice

/**
 * What Przelewy24 sends: that money has come, how BLIK has ended, and payers' browsers. The address names
 * the account, whose CRC key proves the message; what it says is believed no further than asking confirms.
 */
export function receivePrzelewy24(services: Przelewy24Parts): Router {
  const json = express.json({ limit: '64kb' })
  const router = express.Router()
  router.use(BASE, (_request, response, next) => {
    contextOf(response).route = BASE
    next()
  })
  const receive = (read: Read) => async (request: Request, response: Response) => {
    await receiveNotice(services, read, request, response)
    response.type('text/plain').send('OK')
  }
  router.post(`${BASE}/status`, json, receive(readPaymentNotice))
  router.post(`${BASE}/status/blik`, json, receive(readBlikNotice))
  router.get(`${BASE}/return`, async (request, response) => {
    response.redirect(303, await receiveReturn(services, request, response))
  })
  return router
}

async function readerIn(services: Uses<'connectorAccounts'>, request: Request) {
  const { stored, ...account } = await accountIn(services, request, 'przelewy24')
  return { ...account, reader: readerOf(asShop(stored)) }
}

type Stored = Awaited<ReturnType<typeof accountIn>>['stored']

/** A decoy is of no connector, and fits every one. */
function asShop({ settings, credentials }: Stored): Pick<Stored, 'settings' | 'credentials'> {
  const keys = credentials.map((one) => {
    const { sharedKey, ...own } = one as { sharedKey?: string }
    return sharedKey === undefined ? own : { reportKey: sharedKey, crc: sharedKey }
  })
  return { settings: { merchantId: 1, ...settings }, credentials: keys }
}

async function receiveNotice(
  services: Uses<'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'metrics' | 'payments'>,
  read: Read,
  request: Request,
  response: Response,
): Promise<void> {
  const { merchantId, via, reader } = await readerIn(services, request)
  const notice = read(request.body, reader)
  if (notice.type === 'forged') throw new Refused('invalid_signature')
  if (notice.type === 'garbled') throw new Refused('invalid_request')
  const reference = referenceIn(notice.sessionId)
  const payment = await services.payments.find(ownerOf(reference))
  const { requestId } = contextOf(response)
  if (payment?.merchantId !== merchantId) {
    services.log.warn({ reference, via, requestId }, 'a notification was not taken')
    return
  }
  const about = payment.transactions.find((one) => one.reference === reference)
  const own = await chargedVia(
    services,
    { payment, via, about },
    (stored) => readerOf(stored).posId === reader.posId,
  )
  if (about) await take(services, { payment, notice, reference, via: own, requestId })
}

interface Received {
  payment: Payment
  notice: Notice
  reference: string
  via: string
  requestId: string
}

async function take(
  services: Uses<'gateway' | 'ids' | 'log' | 'metrics'>,
  received: Received,
): Promise<void> {
  const { payment, notice, reference, via, requestId } = received
  if (notice.type === 'received' && !isWhatWasAsked(payment, notice)) {
    const { transactionId, type: status } = notice
    alarm(services, 'other_money', { id: payment.id, via, transactionId, status, requestId })
    return
  }
  const command = commandOf(notice, reference, via)
  if (!command || !('transactionId' in notice)) return
  // The same news again is the same command: they tell it until the money is taken.
  const facts = ['przelewy24', via, reference, notice.transactionId, notice.type] as const
  const commandId = services.ids.keyed(...facts)
  const actor = payment.method === 'BLIK' ? ('provider/blik' as const) : ('provider/bank' as const)
  accepted(await services.gateway.send(payment, command, { commandId, actor, requestId }))
}

/** Money that came a second time was not taken: the rule of the payment says what becomes of it. */
function commandOf(notice: Notice, reference: string, via: string): PaymentCommand | undefined {
  if (notice.type === 'received') {
    const { transactionId } = notice
    const outcome = { type: 'received', transactionId } as const
    return { name: 'transactionStatus', reference, transactionId, via, outcome }
  }
  if (notice.type !== 'failed') return undefined
  const { rejectCode, detail } = notice
  return { name: 'blikStatus', reference, outcome: { type: 'refused', rejectCode, detail } }
}

const isWhatWasAsked = (
  { order }: Payment,
  { amountMinor, currency }: Extract<Notice, { type: 'received' }>,
): boolean => order.amountMinor === amountMinor && order.currency === currency

/** The browser is back; it proves which payment it was, and they are asked what became of it. */
async function receiveReturn(
  services: Uses<
    'config' | 'connectorAccounts' | 'gateway' | 'ids' | 'log' | 'numberSeal' | 'payments'
  >,
  request: Request,
  response: Response,
): Promise<string> {
  const { merchantId, reader } = await readerIn(services, request)
  const { session, sign } = request.query
  const given = { session: textOf(session), sign: textOf(sign) }
  if (!isReturnProven(given, reader)) throw new Refused('invalid_signature')
  const { requestId } = contextOf(response)
  return askAndReturn(services, { paymentId: ownerOf(given.session), merchantId, requestId })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
