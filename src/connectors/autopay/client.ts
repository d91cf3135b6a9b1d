import type { ReasonCode } from '../../domain/reasons/reason.ts'
import type { Bank, BankInquiry } from '../bank.ts'
import type { Blik, BlikInquiry, BlikOutcome, BlikRejectCode } from '../blik.ts'
import { bodyOf } from '../http.ts'
import { cancelOrder } from './cancel.ts'
import { askGateways, banksIn } from './gateways.ts'
import { createAutopayHttp } from './http.ts'
import type { AutopayOptions } from './http.ts'
import type { RecurringModel } from './recurring.ts'
import { inquireRefund, sendRefund } from './refund.ts'
import { payByBlik, startTransfer } from './start.ts'
import { askStanding } from './status.ts'
import type { Standing } from './status.ts'

interface Options extends AutopayOptions {
  paymentPath: string
  currency: string
  cardGateway?: number | undefined
  recurringModel?: RecurringModel | undefined
}

export function createBank(options: Options): Bank {
  const http = createAutopayHttp(options)
  const paths = { http, paymentPath: options.paymentPath }
  return {
    async banks(signal) {
      const answer = await askGateways(http, options.currency, signal)
      return banksIn(bodyOf('listing the banks', answer), options.cardGateway)
    },
    start: (transfer, signal) => startTransfer(paths, transfer, signal),
    inquire: async (orderId, signal) => bankInquiryOf(await askStanding(http, orderId, signal)),
    cancel: async (orderId, signal) =>
      bankInquiryOf(closed(await cancelOrder(http, orderId, signal))),
    refund: (request, signal) => sendRefund(http, request, signal),
    inquireRefund: ({ reference }, signal) => inquireRefund(http, reference, signal),
  }
}

export function createBlik(options: Options): Blik {
  const http = createAutopayHttp(options)
  const { paymentPath, recurringModel } = options
  const paths = { http, paymentPath, recurringModel }
  return {
    pay: (payment, signal) => payByBlik(paths, payment, signal),
    inquire: async (orderId, signal) => blikInquiryOf(await askStanding(http, orderId, signal)),
    cancel: async (orderId, signal) =>
      blikClosedOf(closed(await cancelOrder(http, orderId, signal))),
    refund: (request, signal) => sendRefund(http, request, signal),
    inquireRefund: ({ reference }, signal) => inquireRefund(http, reference, signal),
  }
}

/** An order that was never there is closed: money that should still come is sent back. */
const closed = (standing: Standing): Standing =>
  standing.type === 'notFound' ? { type: 'cancelled', transactionId: '' } : standing

function bankInquiryOf(standing: Standing): BankInquiry {
  if (standing.type === 'notFound' || standing.type === 'unknown') return { type: standing.type }
  const id = idOf(standing)
  if (standing.type !== 'failed') return { type: standing.type, ...id }
  const { rejectCode, detail } = standing
  return { type: 'declined', rejectCode: codeForBank[rejectCode] ?? rejectCode, detail, ...id }
}

/** A bank's payer has no code that could run out. */
const codeForBank: Partial<Record<BlikRejectCode, ReasonCode>> = { BLIK_TIMEOUT: 'EXPIRED' }

function blikInquiryOf(standing: Standing): BlikInquiry {
  if (standing.type === 'notFound' || standing.type === 'unknown') return { type: standing.type }
  const id = idOf(standing)
  if (standing.type === 'paid') return { type: 'confirmed', ...id }
  if (standing.type !== 'failed') return { type: standing.type, ...id }
  const { rejectCode, detail } = standing
  return { type: 'rejected', rejectCode, detail, ...id }
}

function blikClosedOf(standing: Standing): BlikOutcome {
  const outcome = blikInquiryOf(standing)
  return outcome.type === 'notFound' ? { type: 'unknown' } : outcome
}

const idOf = ({ transactionId }: { transactionId: string }) =>
  transactionId === '' ? {} : { transactionId }
