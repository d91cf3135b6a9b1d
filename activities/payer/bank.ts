import { Context } from '@temporalio/activity'
import type { Bank, BankInquiry } from '../../src/connectors/bank/index.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import { reasonGiven } from '../../src/domain/reasons/given-reason.ts'
import type { Deps } from '../deps.ts'
import { accountUrl, callPayerProvider, nameOf } from './payer-provider.ts'
import { askAgain, definite } from '../provider-call.ts'
import { present } from '../../src/domain/present.ts'

/** Bank transfers: the payer pays on the bank's page, and only the bank's own answer counts. */
export function createBankActivities(deps: Deps) {
  const { publicUrl } = deps
  const unknown: BankInquiry = { type: 'unknown' }
  const ask = (request: CallRequest): Promise<BankInquiry> =>
    callPayerProvider(deps, 'bank', request, {
      step: 'bankInquire',
      closed: unknown,
      send: (bank, signal) => bank.inquire(request.call.reference, signal),
    })

  return {
    bankStart: async (request: CallRequest): Promise<Outcome> => {
      const before = await beganBefore(request, ask)
      if (before) return before
      const outcome = await callPayerProvider<'bank', BankStart>(deps, 'bank', request, {
        step: 'bankStart',
        closed: { type: 'notSent' },
        send: (bank, signal) => bank.start(transferOf(request, publicUrl), signal),
      })
      if (outcome.type === 'unknown') throw askAgain('bankStart')
      return outcome.type === 'started'
        ? { type: 'pending', redirectUrl: outcome.redirectUrl }
        : outcome
    },
    bankInquire: async (request: CallRequest): Promise<Outcome> =>
      definite('bankInquire', outcomeOf(request, await ask(request))),
    bankCancel: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const answer = await callPayerProvider(deps, 'bank', request, {
        step: 'bankCancel',
        closed: unknown,
        send: (bank, signal) => bank.cancel(reference, signal),
      })
      return definite('bankCancel', outcomeOf(request, answer))
    },
  }
}

type BankStart = Awaited<ReturnType<Bank['start']>>

/**
 * A start that was tried before may have come through. Who has paid since is not sent to pay again; an
 * order that is open, or not there, may be begun once more: its address never reached a payer.
 */
async function beganBefore(
  request: CallRequest,
  ask: (request: CallRequest) => Promise<BankInquiry>,
): Promise<Outcome | undefined> {
  if (request.via === undefined || Context.current().info.attempt === 1) return undefined
  const found = definite('bankStart', outcomeOf(request, await ask(request)))
  return found.type === 'pending' || found.type === 'notFound' ? undefined : found
}

const transferOf = (request: CallRequest, publicUrl: string) => {
  const { call, currency, description, validUntil, instrument, email } = request
  return {
    orderId: call.reference,
    bank: instrument?.bank ?? '',
    ...present({ provider: instrument?.provider }),
    amountMinor: call.amountMinor,
    currency,
    title: description ?? call.reference,
    returnUrl:
      accountUrl(request, publicUrl, 'return') ??
      `${publicUrl}/v1/ecommerce/notifications/bmweb/status`,
    ...present({ notifyUrl: accountUrl(request, publicUrl, 'status') }),
    validUntil: new Date(validUntil ?? Date.now()).toISOString(),
    ...present({ email }),
  }
}

function outcomeOf(request: CallRequest, answer: BankInquiry): Outcome {
  const { type, rejectCode, detail, transactionId = '' } = answer
  switch (type) {
    case 'declined':
      return rejectCode === undefined
        ? { type: 'refused', rejectCode: 'DECLINED_BY_PAYER', detail: 'the bank says DECLINED' }
        : { type: 'refused', ...reasonGiven({ rejectCode, detail }) }
    case 'paid':
      return { type, ...nameOf(request, answer) }
    case 'received':
      return { type, transactionId }
    case 'unknown':
      return { type: 'unknown', because: 'noAnswer' }
    default:
      return { type }
  }
}
