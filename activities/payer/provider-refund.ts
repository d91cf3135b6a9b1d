import type { RefundInquiry, RefundOutcome } from '../../src/connectors/refund.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import { assert } from '../../src/domain/assert.ts'
import { moverOf } from '../../src/domain/instrument.ts'
import type { Deps } from '../deps.ts'
import { payerProvider } from './payer-provider.ts'
import { askAgain, callProvider } from '../provider-call.ts'
import { present } from '../../src/domain/present.ts'

/** Money that BLIK or a bank moved goes back through them; the reference makes a repeat safe. */
export const createProviderRefundActivities = (deps: Deps) => ({
  refundAtProvider: (request: CallRequest): Promise<Outcome> => refund(deps, request),

  /** Late money goes back under one reference, until the provider has said that it did, or never will. */
  sendBack: async (request: CallRequest): Promise<Outcome> => {
    const outcome = await refund(deps, request)
    if (outcome.type === 'approved') return outcome
    if (!request.mayBeRefused) throw askAgain('sendBack')
    const { ownerId, via, call } = request
    const kind = 'money_not_sent_back'
    deps.metrics?.providerContradictions.inc({ kind })
    const facts = { kind, paymentId: ownerId, via, reference: call.reference, outcome }
    deps.log.error(facts, 'a provider contradicts itself')
    return outcome
  },
})

async function refund(deps: Deps, request: CallRequest): Promise<Outcome> {
  const { call, currency, instrument, ownerId, originalAcquirerRef } = request
  const name = instrument ? moverOf(instrument.type) : undefined
  assert(name === 'bank' || name === 'blik', 'only BLIK and banks give money back by themselves')
  const provider = await payerProvider(deps, name, request)
  if (!provider) throw askAgain('refund')
  const { reference, originalReference = reference, amountMinor } = call
  const body = {
    reference,
    originalReference,
    amountMinor,
    currency,
    ...present({ originalAcquirerRef }),
  }
  const send = (signal: AbortSignal) => provider.refund(body, signal)
  const sent = await callProvider(deps.metrics, { provider: name, step: 'refund', ownerId, send })
  if (sent.type !== 'unknown' && sent.type !== 'notSent') return outcomeOf(sent)
  const found = await provider.inquireRefund(body)
  if (found.type === 'unknown' || found.type === 'notFound') throw askAgain('refund')
  return outcomeOf(found)
}

type Decided = Exclude<RefundOutcome | RefundInquiry, { type: 'unknown' | 'notSent' | 'notFound' }>

const outcomeOf = (outcome: Decided): Outcome =>
  outcome.type === 'completed'
    ? { type: 'approved' }
    : { type: 'declined', rejectCode: outcome.rejectCode, detail: outcome.detail }
