import type { BlikInquiry, BlikOutcome, BlikPayment } from '../../src/connectors/blik/index.ts'
import { blikOutcome } from '../../src/connectors/blik/outcome.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { AliasRegistration, CallRequest } from '../../src/domain/actor/call-request.ts'
import type { Deps } from '../deps.ts'
import { accountUrl, callPayerProvider, nameOf } from './payer-provider.ts'
import { definite } from '../provider-call.ts'
import { sendOnce } from '../send-once.ts'
import { present } from '../../src/domain/present.ts'

/** BLIK: the payer confirms in the bank's app. A code is sent once; after silence it is only asked about. */
export function createBlikActivities(deps: Deps) {
  return {
    blikPay: async (request: CallRequest): Promise<Outcome> => {
      const payment = paymentOf(deps, request)
      if (!payment) return { type: 'secretLost' }
      return sendOnce(deps, request, async (maySend) => {
        const outcome = await callPayerProvider<'blik', BlikOutcome>(deps, 'blik', request, {
          step: 'blikPay',
          closed: notSent,
          maySend,
          send: (blik, signal) => blik.pay(payment, signal),
        })
        deps.secrets?.wipe(request.ownerId)
        return blikOutcome(outcome)
      })
    },
    blikInquire: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const outcome = await callPayerProvider<'blik', BlikInquiry>(deps, 'blik', request, {
        step: 'blikInquire',
        closed: unknown,
        send: (blik, signal) => blik.inquire(reference, signal),
      })
      return definite('blikInquire', named(request, outcome))
    },
    blikCancel: async (request: CallRequest): Promise<Outcome> => {
      const { reference } = request.call
      const outcome = await callPayerProvider<'blik', BlikOutcome>(deps, 'blik', request, {
        step: 'blikCancel',
        closed: unknown,
        send: (blik, signal) => blik.cancel(reference, signal),
      })
      return definite('blikCancel', named(request, outcome))
    },
  }
}

const notSent = { type: 'notSent' } as const
const unknown = { type: 'unknown' } as const

function named(request: CallRequest, answer: BlikOutcome | BlikInquiry): Outcome {
  const outcome = blikOutcome(answer)
  return outcome.type === 'paid' ? { ...outcome, ...nameOf(request, answer) } : outcome
}

function paymentOf(deps: Deps, request: CallRequest): BlikPayment | undefined {
  const { call, instrument, currency, description, registerAlias, email, ip } = request
  const { reference, amountMinor, secretOwner } = call
  const code = secretOwner ? deps.secrets?.read(request.ownerId)?.code : undefined
  if (secretOwner && code === undefined) return undefined
  return {
    orderId: reference,
    amountMinor,
    currency,
    description: description ?? reference,
    notifyUrl:
      accountUrl(request, deps.publicUrl, 'status') ??
      `${deps.publicUrl}/v1/ecommerce/notifications/blikweb/status`,
    ...present({ email, code }),
    ...(ip && { device: { ip, ...present({ userAgent: userAgentOf(request) }) } }),
    ...(instrument?.alias && { alias: aliasOf(instrument.type, instrument.alias, instrument.app) }),
    ...(registerAlias && { registerAlias: registrationOf(request, registerAlias) }),
  }
}

const userAgentOf = ({ browser }: CallRequest): string | undefined =>
  typeof browser?.['userAgent'] === 'string' ? browser['userAgent'].slice(0, 255) : undefined

/** A PAYID is charged without the payer, so the bank is told what the payer has agreed to. */
function registrationOf(
  { call, recurringExpDate: expDate, recurringCycleDays: cycleDays }: CallRequest,
  { type, value, label, limitMinor = call.amountMinor }: AliasRegistration,
): NonNullable<BlikPayment['registerAlias']> {
  if (type !== 'PAYID') return { type: 'UID', value, label }
  return { type: 'PAYID', value, label, limitMinor, ...present({ expDate, cycleDays }) }
}

const aliasOf = (type: string, value: string, app: string | undefined) => ({
  type: type === 'BLIK_PAYID' ? ('PAYID' as const) : ('UID' as const),
  value,
  ...(app && { app }),
})
