import type { Outcome } from '../src/domain/payment/call.ts'
import type { CallRequest } from '../src/domain/payment/call-request.ts'
import { createAcquirerActivities } from './acquirer.ts'
import { createAuthenticationActivities } from './authentication.ts'
import type { Deps } from './deps.ts'
import { createPayerActivities, refundAtProvider } from './payer.ts'
import { createTokenActivities } from './tokens.ts'
import { createWalletActivities } from './wallet.ts'

export type PaymentActivities = ReturnType<typeof createPaymentActivities>

/** Every outside call of a payment or a tokenization, by the name of its kind. */
export function createPaymentActivities(deps: Deps) {
  const { refundCard, ...acquirer } = createAcquirerActivities(deps)
  return {
    ...acquirer,
    ...createAuthenticationActivities(deps),
    ...createPayerActivities(deps),
    ...createWalletActivities(deps),
    ...createTokenActivities(deps),
    refund: (request: CallRequest): Promise<Outcome> =>
      paidAtProvider(request) ? refundAtProvider(deps, request) : refundCard(request),
  }
}

const paidAtProvider = ({ instrument }: CallRequest): boolean =>
  instrument?.type === 'PBL' || instrument?.type.startsWith('BLIK') === true
