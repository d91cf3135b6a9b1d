import type { BankInquiry } from '../src/connectors/bank/index.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { Deps } from './deps.ts'
import { askAgain, callProvider, definite } from './provider-call.ts'

/** Bank transfers: the payer pays on the bank's page, and only the bank's own answer counts. */
export function createBankActivities({ bank, metrics, publicUrl }: Deps) {
  const call = <T extends { type: string }>(
    { ownerId }: CallRequest,
    step: string,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => callProvider(metrics, { provider: 'bank', step, ownerId, send })
  return {
    bankStart: async (request: CallRequest): Promise<Outcome> => {
      const outcome = await call(request, 'bankStart', (signal) =>
        bank.start(transferOf(request, publicUrl), signal),
      )
      if (outcome.type === 'unknown') throw askAgain('bankStart')
      return outcome.type === 'started'
        ? { type: 'pending', redirectUrl: outcome.redirectUrl }
        : outcome
    },
    bankInquire: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const answer = await call(request, 'bankInquire', (signal) => bank.inquire(reference, signal))
      return definite('bankInquire', outcomeOf(answer))
    },
    bankCancel: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const answer = await call(request, 'bankCancel', (signal) => bank.cancel(reference, signal))
      return definite('bankCancel', outcomeOf(answer))
    },
  }
}

const transferOf = (
  { call, currency, description, validUntil, instrument }: CallRequest,
  publicUrl: string,
) => ({
  orderId: call.reference,
  bank: instrument?.bank ?? '',
  amountMinor: call.amountMinor,
  currency,
  title: description ?? call.reference,
  returnUrl: `${publicUrl}/v1/ecommerce/notifications/bmweb/status`,
  validUntil: new Date(validUntil ?? Date.now()).toISOString(),
})

function outcomeOf({ type }: BankInquiry): Outcome {
  if (type === 'declined')
    return { type: 'refused', rejectCode: 'DECLINED_BY_PAYER', detail: 'the bank says DECLINED' }
  return type === 'unknown' ? { type: 'unknown', because: 'noAnswer' } : { type }
}
