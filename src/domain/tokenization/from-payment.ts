import type { CallRequest } from '../actor/call-request.ts'
import { present } from '../present.ts'
import { rejection } from '../actor/view/rejection.ts'
import { assert } from '../assert.ts'
import type { Payment } from '../payment/payment.ts'
import { statusOfPhase } from '../payment/phase.ts'
import type { CreateTokenization } from './commands.ts'
import type { TokenizationStatus } from './phase.ts'

const VALID_TIME_SECONDS = 1800

/** The call that stores the card of a payment; only this one carries a tokenization. */
export interface StoreCardRequest extends CallRequest {
  tokenization?: CreateTokenization
}

/** The card of a successful payment is stored on the way; it is proven, so nobody is asked again. */
export function tokenizationOf(payment: Payment): CreateTokenization {
  const { tokenizerId, agentId, instrument, consents, customer, options } = payment
  assert(tokenizerId && instrument, 'a payment that stores its card has one')
  const { secretOwner: _, ...card } = instrument
  const { email, extCustomerId } = customer
  return {
    name: 'create',
    tokenizerId,
    kind: 'COF',
    merchantId: payment.merchantId,
    ...present({ agentId }),
    channel: payment.channel,
    merchant: payment.merchant,
    customer: { email, ...present({ extCustomerId }) },
    currency: payment.order.currency,
    options: {
      validTime: VALID_TIME_SECONDS,
      ...present({ language: options.language }),
      ...present({ asyncNotify: options.asyncNotify }),
    },
    instrument: card,
    ...present({ consents }),
    verifiedBy: payment.id,
  }
}

/** Only a card can be stored; what a wallet or a network lent for one payment cannot. */
export const isStorable = ({ instrument }: Payment): boolean =>
  instrument?.type === 'CARD' || instrument?.type === 'COF'

/** The card of a payment that is to be stored, as long as its own tokenization has not begun. */
export function awaitedTokenization(payment: Payment, tokenizerId: string) {
  const { rejectCode } = payment
  const fact = { tokenizerId, kind: 'COF' as const }
  const status = awaitedStatus(payment)
  if (status !== 'REJECTED' || rejectCode !== undefined)
    return present({ ...fact, status, ...rejection(rejectCode) })
  // Paid with something that is not a card: there is nothing to store.
  return { ...fact, status, ...rejection('METHOD_NOT_SUPPORTED') }
}

function awaitedStatus(payment: Payment): TokenizationStatus {
  const status = statusOfPhase[payment.phase]
  if (status !== 'COMPLETED' && status !== 'SETTLED') return status
  return isStorable(payment) ? 'PENDING' : 'REJECTED'
}
