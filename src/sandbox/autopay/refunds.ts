import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Call, Provider } from '../provider.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Refund } from './books.ts'
import { minorOf, newRemoteId, rowOf } from './books.ts'
import { autopayDialect, hashOf, referenceIn, textIn, xml } from './dialect.ts'

interface RefundOptions {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  key: string
  confirmMs: number
}

/** Money back: taken at once, done a little later, and never done twice under one id. */
export function addRefunds(options: RefundOptions, books: Books): void {
  const { provider, journal, moneyLog, scheduler, key, confirmMs } = options
  const { refunds, transactions } = books

  const execute = scheduler.handle<{ messageId: string }>('autopay.refund', ({ messageId }) => {
    const refund = refunds.all.get(messageId)
    const paid = refund && transactions.all.get(refund.remoteId)
    if (!paid || refund.status !== 'NEW') return
    const before = [...refunds.all.values()]
      .filter(({ remoteId, status }) => remoteId === refund.remoteId && status === 'DONE')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    const fits = before + refund.amountMinor <= minorOf(paid.amount)
    const status = fits ? 'DONE' : 'CANCELED_AMOUNT_EXCEEDS_TRANSACTION'
    const row = { ...rowOf(paid, 'refund', { processed: fits, result: status }) }
    const { reference, amountMinor } = refund
    journal.record(
      refunds.save({ ...refund, status }),
      moneyLog.row({ ...row, reference, amountMinor }),
    )
  })

  provider.post('/settlementapi/transactionRefund', 'refund', (call) => {
    const { body } = call
    const messageId = textIn(body, 'MessageID')
    const paid = transactions.all.get(textIn(body, 'RemoteID'))
    if (!paid) return autopayDialect.refuse(404, 'TRANSACTION_NOT_FOUND')
    if (paid.status !== 'SUCCESS')
      return autopayDialect.refuse(400, 'TRANSACTION_NOT_IN_REFUNDABLE_STATUS')
    if (!refunds.all.has(messageId)) {
      const refund: Refund = {
        messageId,
        remoteId: paid.remoteId,
        reference: referenceIn(call),
        amountMinor: minorOf(textIn(body, 'Amount') || paid.amount),
        status: 'NEW',
      }
      journal.record(refunds.save(refund), execute({ messageId }, confirmMs))
    }
    const said = [
      ['serviceID', textIn(body, 'ServiceID')] as const,
      ['messageID', messageId] as const,
    ]
    return xml('transactionRefund', said, key)
  })
  provider.post('/settlementapi/outDetails/v2', 'inquireRefund', (call) => details(call, key))

  function details({ body }: Call, sharedKey: string): Answer {
    const serviceId = textIn(body, 'serviceId')
    const messageId = textIn(body, 'messageId')
    const refund = refunds.all.get(messageId)
    if (!refund) return ok({ errorStatus: 'TRANSACTION_NOT_FOUND', errorStatusCode: -10 })
    const remoteOutId = refund.status === 'DONE' ? newRemoteId() : ''
    const hash = hashOf([serviceId, messageId, refund.status, remoteOutId], sharedKey)
    const out = remoteOutId === '' ? {} : { remoteOutId }
    return ok({ serviceId: Number(serviceId), messageId, status: refund.status, ...out, hash })
  }

  provider.post('/webapi/balanceGet', 'balance', ({ body }) =>
    xml(
      'balanceGet',
      [
        ['serviceID', textIn(body, 'ServiceID')],
        ['messageID', textIn(body, 'MessageID')],
        ['balance', '1000.00'],
        ['currency', 'PLN'],
      ],
      key,
    ),
  )
}
