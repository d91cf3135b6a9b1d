import type { Bank, BankInquiry } from '../bank.ts'
import type { Blik, BlikInquiry, BlikOutcome } from '../blik.ts'
import { bodyOf } from '../http.ts'
import { payByBlik } from './blik.ts'
import { createP24Http, plainAnswer } from './http.ts'
import type { Przelewy24Options } from './http.ts'
import { askMethods, banksIn } from './methods.ts'
import { inquireRefund, sendRefund } from './refund.ts'
import { createReports } from './report.ts'
import type { Standing } from './standing.ts'
import { askStanding } from './standing.ts'
import { startTransfer } from './start.ts'
import { takeMoney } from './take.ts'
import type { Terms } from './terms.ts'

export type Options = Przelewy24Options & Terms & { currency: string }

export function createBank(options: Options): Bank {
  const { http, common } = createCommon(options)
  const stand = (orderId: string, signal?: AbortSignal) =>
    askStanding(http, orderId, options, signal)
  return {
    ...common,
    async banks(signal) {
      const answer = await askMethods(http, options, signal)
      return banksIn(bodyOf('listing the banks', plainAnswer(answer)), options, Date.now())
    },
    start: (transfer, signal) => startTransfer(http, options, transfer, signal),
    inquire: async (orderId, signal) => bankInquiryOf(await stand(orderId, signal), options),
    cancel: async (orderId, signal) => bankInquiryOf(closed(await stand(orderId, signal)), options),
  }
}

export function createBlik(options: Options): Blik {
  const { http, common } = createCommon(options)
  const stand = (orderId: string, signal?: AbortSignal) =>
    askStanding(http, orderId, options, signal)
  return {
    ...common,
    pay: (payment, signal) => payByBlik(http, options, payment, signal),
    inquire: async (orderId, signal) => blikInquiryOf(await stand(orderId, signal), options),
    cancel: async (orderId, signal) => {
      const outcome = blikInquiryOf(closed(await stand(orderId, signal)), options)
      return outcome.type === 'notFound' ? { type: 'unknown' } : outcome
    },
  }
}

/** What both kinds of a payment have in common. */
function createCommon(options: Options) {
  const http = createP24Http(options)
  const common: Pick<Bank & Blik, 'take' | 'refund' | 'inquireRefund' | 'reports'> = {
    take: (request, signal) => takeMoney(http, options, request, signal),
    refund: (request, signal) => sendRefund(http, options, request, signal),
    inquireRefund: (question, signal) => inquireRefund(http, question, signal),
    reports: createReports(http, options),
  }
  return { http, common }
}

type Closed = Standing | { type: 'cancelled' }

/** Nothing can be closed there: what is not paid ends by itself, and what comes later goes back. */
const closed = (standing: Standing): Closed =>
  standing.type === 'open' || standing.type === 'notFound' ? { type: 'cancelled' } : standing

function bankInquiryOf(standing: Closed, terms: Terms): BankInquiry {
  switch (standing.type) {
    case 'open':
      return { type: 'pending' }
    case 'notFound':
      return { type: terms.listsUnpaid ? 'notFound' : 'pending' }
    case 'received':
    case 'paid':
      return { type: standing.type, transactionId: standing.transactionId }
    case 'returned':
      return { type: 'declined', rejectCode: 'DECLINED', detail: WENT_BACK }
    default:
      return standing
  }
}

function blikInquiryOf(standing: Closed, terms: Terms): BlikInquiry {
  const found = bankInquiryOf(standing, terms)
  const id = found.transactionId === undefined ? {} : { transactionId: found.transactionId }
  switch (found.type) {
    case 'paid':
      return { type: 'confirmed', ...id }
    case 'received':
      return { type: 'received', transactionId: found.transactionId ?? '' }
    case 'declined':
      return { type: 'rejected', rejectCode: 'DECLINED', detail: WENT_BACK }
    case 'pending':
    case 'cancelled':
      return { type: found.type, ...id } satisfies BlikOutcome
    default:
      return { type: found.type }
  }
}

const WENT_BACK = 'the money has gone back'
