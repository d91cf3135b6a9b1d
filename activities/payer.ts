import type { BankInquiry } from '../src/connectors/bank/index.ts'
import type { BlikPayment } from '../src/connectors/blik/index.ts'
import { blikOutcome } from '../src/connectors/blik/outcome.ts'
import type { RefundInquiry, RefundOutcome } from '../src/connectors/refund.ts'
import type { Outcome } from '../src/domain/payment/call.ts'
import type { CallRequest } from '../src/domain/payment/call-request.ts'
import type { Deps } from './deps.ts'
import { askAgain, callProvider } from './provider-call.ts'

/** Methods whose payer confirms on a screen of his own: BLIK and the banks. */
export const createPayerActivities = (deps: Deps) => ({
  blikPay: async (request: CallRequest): Promise<Outcome> => {
    const payment = blikPaymentOf(deps, request)
    if (!payment) return { type: 'secretLost' }
    if (!(await deps.intents.open(request.call.reference, request.ownerId)))
      return { type: 'unknown', because: 'noAnswer' }
    const outcome = await call(deps, request, 'blik', 'blikPay', (signal) =>
      deps.blik.pay(payment, signal),
    )
    deps.secrets?.wipe(request.ownerId)
    return blikOutcome(outcome)
  },
  blikInquire: async (request: CallRequest): Promise<Outcome> =>
    definite(
      blikOutcome(
        await call(deps, request, 'blik', 'blikInquire', (s) =>
          deps.blik.inquire(request.call.reference, s),
        ),
      ),
    ),
  blikCancel: async (request: CallRequest): Promise<Outcome> =>
    definite(
      blikOutcome(
        await call(deps, request, 'blik', 'blikCancel', (s) =>
          deps.blik.cancel(request.call.reference, s),
        ),
      ),
    ),

  bankStart: async (request: CallRequest): Promise<Outcome> => {
    const {
      call: { reference, amountMinor },
      currency,
      description,
      validUntil,
      instrument,
    } = request
    const outcome = await call(deps, request, 'bank', 'bankStart', (signal) =>
      deps.bank.start(
        {
          orderId: reference,
          bank: instrument?.bank ?? '',
          amountMinor,
          currency,
          title: description ?? reference,
          returnUrl: `${deps.publicUrl}/v1/ecommerce/notifications/bmweb/status`,
          validUntil: new Date(validUntil ?? Date.now()).toISOString(),
        },
        signal,
      ),
    )
    if (outcome.type === 'unknown') throw askAgain('bankStart')
    return outcome.type === 'started'
      ? { type: 'pending', redirectUrl: outcome.redirectUrl }
      : outcome
  },
  bankInquire: async (request: CallRequest): Promise<Outcome> =>
    definite(
      bankOutcome(
        await call(deps, request, 'bank', 'bankInquire', (s) =>
          deps.bank.inquire(request.call.reference, s),
        ),
      ),
    ),
  bankCancel: async (request: CallRequest): Promise<Outcome> =>
    definite(
      bankOutcome(
        await call(deps, request, 'bank', 'bankCancel', (s) =>
          deps.bank.cancel(request.call.reference, s),
        ),
      ),
    ),

  /** Late money goes back under one reference, until the provider has said that it did. */
  sendBack: async (request: CallRequest): Promise<Outcome> => {
    const outcome = await refundAtProvider(deps, request)
    if (outcome.type === 'approved') return outcome
    throw askAgain('sendBack')
  },
})

/** A refund where the payer's own bank or BLIK moved the money; the reference makes a repeat safe. */
export async function refundAtProvider(deps: Deps, request: CallRequest): Promise<Outcome> {
  const {
    call: { reference, originalReference, amountMinor },
    currency,
    instrument,
  } = request
  const provider = instrument?.type === 'PBL' ? deps.bank : deps.blik
  const body = {
    reference,
    originalReference: originalReference ?? reference,
    amountMinor,
    currency,
  }
  const sent = await call(
    deps,
    request,
    instrument?.type === 'PBL' ? 'bank' : 'blik',
    'refund',
    (s) => provider.refund(body, s),
  )
  if (sent.type !== 'unknown' && sent.type !== 'notSent') return refundOutcome(sent)
  const found = await provider.inquireRefund(reference)
  if (found.type === 'unknown' || found.type === 'notFound') throw askAgain('refund')
  return refundOutcome(found)
}

const call = <T extends { type: string }>(
  { metrics }: Deps,
  { ownerId }: CallRequest,
  provider: string,
  step: string,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> => callProvider(metrics, { provider, step, ownerId, send })

function blikPaymentOf(deps: Deps, request: CallRequest): BlikPayment | undefined {
  const {
    call: { reference, amountMinor, secretOwner },
    instrument,
    currency,
    description,
    registerAlias,
  } = request
  const code = secretOwner ? deps.secrets?.read(request.ownerId)?.code : undefined
  if (secretOwner && code === undefined) return undefined
  const type = instrument?.type === 'BLIK_PAYID' ? 'PAYID' : 'UID'
  return {
    orderId: reference,
    amountMinor,
    currency,
    description: description ?? reference,
    notifyUrl: `${deps.publicUrl}/v1/ecommerce/notifications/blikweb/status`,
    ...(code !== undefined && { code }),
    ...(instrument?.alias && {
      alias: { type, value: instrument.alias, ...(instrument.app && { app: instrument.app }) },
    }),
    ...(registerAlias && {
      registerAlias: { ...registerAlias, type: registerAlias.type === 'PAYID' ? 'PAYID' : 'UID' },
    }),
  }
}

function bankOutcome({ type }: BankInquiry): Outcome {
  if (type === 'declined') return { type: 'refused', rejectCode: 'DECLINED_BY_PAYER' }
  return type === 'unknown' ? { type: 'unknown', because: 'noAnswer' } : { type }
}

const refundOutcome = (
  outcome: Exclude<RefundOutcome | RefundInquiry, { type: 'unknown' | 'notSent' | 'notFound' }>,
): Outcome =>
  outcome.type === 'completed'
    ? { type: 'approved' }
    : { type: 'declined', rejectCode: outcome.rejectCode }

function definite(outcome: Outcome): Outcome {
  if (outcome.type === 'unknown' || outcome.type === 'notSent') throw askAgain('inquiry')
  return outcome
}
