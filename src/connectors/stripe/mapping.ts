import type { Authentication } from '../../domain/actor/proof.ts'
import { fundings } from '../../domain/cards/bin-row.ts'
import type { LearntFacts } from '../../domain/cards/card-facts.ts'
import { present } from '../../domain/present.ts'
import { providerWords, systemError } from '../../domain/reasons/given-reason.ts'
import { approvedFor } from '../acquirer.ts'
import type { AcquirerOutcome, DecidedOutcome, Redirected } from '../acquirer.ts'
import { outcomeFrom } from '../outcome-from.ts'
import { meaningOf } from './declines.ts'
import type { StripeAnswer } from './http.ts'
import type { PaymentIntent, Refund, StripeError } from './objects.ts'
import { ASKS } from './params.ts'

/** What an answer means, where `read` knows how to read the object in it. */
export function outcomeOf<T, Read extends DecidedOutcome | Redirected = DecidedOutcome>(
  answer: StripeAnswer<T>,
  read: (body: T) => Read | undefined,
): AcquirerOutcome | Read {
  return outcomeFrom(answer, read, ({ status, error }) => refusalOf(status, error))
}

/** How a payment stands; undefined while Stripe has not decided. */
export function authorizationOf(
  intent: PaymentIntent,
  askedMinor?: number,
): DecidedOutcome | Redirected | undefined {
  switch (intent.status) {
    case 'succeeded':
    case 'requires_capture':
      return approvedFor(approvalOf(intent), intent.amount, askedMinor)
    case 'requires_payment_method':
      return intent.last_payment_error ? declineOf(intent.last_payment_error) : undefined
    case 'requires_action':
      return departureOf(intent) ?? { type: 'softDeclined', detail: 'status requires_action' }
    case 'canceled':
      if (intent.last_payment_error) return declineOf(intent.last_payment_error)
      return { type: 'declined', rejectCode: 'INVALID_TRANSACTION', detail: 'status canceled' }
    default:
      return undefined
  }
}

/** Stripe asks the payer itself, where it was told that it may. */
function departureOf({ id, next_action, metadata }: PaymentIntent): Redirected | undefined {
  const url = next_action?.redirect_to_url?.url
  return url === undefined || !mayAsk(metadata)
    ? undefined
    : { type: 'redirected', url, acquirerRef: id }
}

export const mayAsk = (metadata: PaymentIntent['metadata']): boolean =>
  metadata['asks'] === ASKS.asks

/** What came of Stripe's own 3-D Secure. */
function authenticationOf({ latest_charge }: PaymentIntent): Authentication | undefined {
  const done = latest_charge?.payment_method_details?.card?.three_d_secure
  const transStatus = statuses[done?.result ?? '']
  if (!done || transStatus === undefined) return undefined
  const { version, electronic_commerce_indicator: eci, transaction_id: dsTransId } = done
  return {
    transStatus,
    ...present({ version, eci, dsTransId }),
    ...(done.authentication_flow === 'challenge' && { challenged: true }),
  }
}

const statuses: Readonly<Record<string, string>> = {
  authenticated: 'Y',
  attempt_acknowledged: 'A',
  exempted: 'I',
  not_supported: 'NOT_ENROLLED',
}

/** What Stripe tells of a card that it has charged; funding may be `unknown`. */
export function cardOf({ latest_charge }: PaymentIntent): LearntFacts | undefined {
  const { funding, country, issuer } = latest_charge?.payment_method_details?.card ?? {}
  const cardType = fundings.find((one) => one.toLowerCase() === funding)
  const issuerCountry = country && /^[A-Z]{2}$/.test(country) ? country : undefined
  const facts = present({ cardType, issuerCountry, issuer })
  return Object.keys(facts).length > 0 ? facts : undefined
}

type Approval = Extract<DecidedOutcome, { type: 'approved' }>

/** A capture or a raised hold is for what the payment says of itself. */
export const changeOf = (
  intent: PaymentIntent,
  operation: 'capture' | 'adjust',
  askedMinor?: number,
): DecidedOutcome =>
  approvedFor(
    approvalOf(intent),
    operation === 'capture' ? intent.amount_received : intent.amount,
    askedMinor,
  )

/** A capture or a raised hold: the payment itself is the answer. */
export function approvalOf(intent: PaymentIntent): Approval {
  const { id, latest_charge } = intent
  const authentication = mayAsk(intent.metadata) ? authenticationOf(intent) : undefined
  const card = latest_charge?.payment_method_details?.card
  return {
    type: 'approved',
    acquirerRef: id,
    ...(card?.authorization_code && { authCode: card.authorization_code }),
    ...(card?.network_transaction_id && { networkTransactionId: card.network_transaction_id }),
    ...(intent.status === 'requires_capture' &&
      card?.capture_before !== undefined && { heldUntil: card.capture_before * 1_000 }),
    ...present({ authentication }),
  }
}

/** A pending refund is on its way: Stripe has taken it and gives it back only when it fails. */
export function refundOutcomeOf(
  { id, status, failure_reason, amount }: Refund,
  askedMinor?: number,
): DecidedOutcome {
  if (status !== 'failed' && status !== 'canceled')
    return approvedFor({ type: 'approved', acquirerRef: id }, amount, askedMinor)
  const meaning = meaningOf(failure_reason)
  const rejectCode = meaning === undefined || meaning === 'softDeclined' ? 'DECLINED' : meaning
  const detail = providerWords(`refund ${status} ${failure_reason ?? ''}`)
  return { type: 'declined', rejectCode, detail }
}

function refusalOf(status: number, error: StripeError): DecidedOutcome {
  if (status === 402) return declineOf(error)
  // The key is claimed by another request: this one was closed before it came.
  if (error.type === 'idempotency_error')
    return { type: 'declined', rejectCode: 'INVALID_TRANSACTION', detail: wordsOf(error) }
  if (status === 401 || status === 403)
    return { type: 'declined', rejectCode: 'MERCHANT_CONFIG', detail: wordsOf(error) }
  const meaning = meaningOf(error.code)
  if (meaning !== undefined && meaning !== 'softDeclined')
    return { type: 'declined', rejectCode: meaning, detail: wordsOf(error) }
  return { type: 'declined', ...systemError(wordsOf(error)) }
}

function declineOf(error: StripeError): DecidedOutcome {
  const meaning = meaningOf(error.decline_code, error.code) ?? 'DECLINED'
  const detail = wordsOf(error)
  return meaning === 'softDeclined'
    ? { type: 'softDeclined', detail }
    : { type: 'declined', rejectCode: meaning, detail }
}

const wordsOf = ({ type, code, decline_code }: StripeError): string =>
  providerWords([type, code, decline_code].filter((word) => word !== undefined).join(' '))
