import type { Outcome } from '../src/domain/actor/call.ts'
import { moverOf } from '../src/domain/instrument.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { createAcquirerActivities } from './acquirer.ts'
import { createAuthenticationActivities } from './authentication.ts'
import { createBankActivities } from './payer/bank.ts'
import { createBlikActivities } from './payer/blik.ts'
import type { Deps } from './deps.ts'
import { createDisputeActivities } from './dispute.ts'
import { overhear } from './overhear.ts'
import { createProviderRefundActivities } from './payer/provider-refund.ts'
import { createQuickCalls } from './quick-call.ts'
import { createRouteActivities } from './route.ts'
import { createTakingActivities } from './payer/taking.ts'
import { createTokenActivities } from './tokens.ts'
import { createWalletActivities } from './wallet.ts'

export type PaymentActivities = ReturnType<typeof createPaymentActivities>

/** Every outside call of a payment or a tokenization, by the name of its kind. */
export function createPaymentActivities(deps: Deps) {
  const { refundCard, authorize, capture, adjust, ...acquirer } = createAcquirerActivities(deps)
  const { blikPay, ...blik } = createBlikActivities(deps)
  const { refundAtProvider, ...providerRefunds } = createProviderRefundActivities(deps)
  const refund = (request: CallRequest): Promise<Outcome> =>
    paidAtProvider(request) ? refundAtProvider(request) : refundCard(request)
  return {
    ...readable(deps, {
      ...overhear(deps, {
        ...acquirer,
        ...createAuthenticationActivities(deps),
        ...blik,
        ...createBankActivities(deps),
        ...createTakingActivities(deps),
        ...providerRefunds,
      }),
      ...createQuickCalls(deps, overhear(deps, { authorize, capture, adjust, refund, blikPay })),
    }),
    ...createWalletActivities(deps),
    ...overhear(deps, createTokenActivities(deps)),
    ...createRouteActivities(deps),
    ...overhear(deps, createDisputeActivities(deps)),
  }
}

/** Providers and payers read merchants' own numbers as they were given; what we keep stays sealed. */
function readable<Calls extends object>({ numberSeal }: Deps, calls: Calls): Calls {
  const entries = Object.entries(calls as Record<string, (request: CallRequest) => unknown>)
  return Object.fromEntries(
    entries.map(([name, call]) => [
      name,
      (request: CallRequest) => call(numberSeal.open(request.merchantId, request)),
    ]),
  ) as Calls
}

const paidAtProvider = ({ instrument }: CallRequest): boolean =>
  instrument !== undefined && moverOf(instrument.type) !== 'acquirer'
