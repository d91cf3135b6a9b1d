import type { BlikPayment } from '../src/connectors/blik/index.ts'
import { blikOutcome } from '../src/connectors/blik/outcome.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { Deps } from './deps.ts'
import { callProvider, definite } from './provider-call.ts'
import { sendOnce } from './send-once.ts'
import type { MaySend } from './send-once.ts'

/** BLIK: the payer confirms in the bank's app. A code is sent once; after silence it is only asked about. */
export function createBlikActivities(deps: Deps) {
  const { blik, metrics } = deps
  const call = <T extends { type: string }>(
    { ownerId }: CallRequest,
    step: string,
    send: (signal: AbortSignal) => Promise<T>,
    maySend?: MaySend,
  ): Promise<T> => callProvider(metrics, { provider: 'blik', step, ownerId, maySend, send })
  return {
    blikPay: async (request: CallRequest): Promise<Outcome> => {
      const payment = paymentOf(deps, request)
      if (!payment) return { type: 'secretLost' }
      return sendOnce(deps, request, async (maySend) => {
        const pay = (signal: AbortSignal) => blik.pay(payment, signal)
        const outcome = await call(request, 'blikPay', pay, maySend)
        deps.secrets?.wipe(request.ownerId)
        return blikOutcome(outcome)
      })
    },
    blikInquire: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const outcome = await call(request, 'blikInquire', (signal) =>
        blik.inquire(reference, signal),
      )
      return definite('blikInquire', blikOutcome(outcome))
    },
    blikCancel: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const outcome = await call(request, 'blikCancel', (signal) => blik.cancel(reference, signal))
      return definite('blikCancel', blikOutcome(outcome))
    },
  }
}

function paymentOf(deps: Deps, request: CallRequest): BlikPayment | undefined {
  const { call, instrument, currency, description, registerAlias } = request
  const { reference, amountMinor, secretOwner } = call
  const code = secretOwner ? deps.secrets?.read(request.ownerId)?.code : undefined
  if (secretOwner && code === undefined) return undefined
  return {
    orderId: reference,
    amountMinor,
    currency,
    description: description ?? reference,
    notifyUrl: `${deps.publicUrl}/v1/ecommerce/notifications/blikweb/status`,
    ...(code !== undefined && { code }),
    ...(instrument?.alias && { alias: aliasOf(instrument.type, instrument.alias, instrument.app) }),
    ...(registerAlias && {
      registerAlias: { ...registerAlias, type: registerAlias.type === 'PAYID' ? 'PAYID' : 'UID' },
    }),
  }
}

const aliasOf = (type: string, value: string, app: string | undefined) => ({
  type: type === 'BLIK_PAYID' ? ('PAYID' as const) : ('UID' as const),
  value,
  ...(app && { app }),
})
