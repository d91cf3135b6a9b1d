import type { Books, Intent, Movement, Payout, Refund } from './books.ts'

/** Stripe gives a hold back by itself after a week. */
const HOLD_S = 7 * 86_400

/** Objects as Stripe shows them. */
export const intentView = (intent: Intent) => ({
  id: intent.id,
  object: 'payment_intent',
  status: intent.status,
  amount: intent.amount,
  amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
  amount_received: intent.received,
  currency: intent.currency,
  capture_method: intent.isManual ? 'manual' : 'automatic',
  created: intent.created,
  metadata: intent.metadata,
  last_payment_error: intent.error ?? null,
  next_action:
    intent.status === 'requires_action' && intent.action
      ? {
          type: 'redirect_to_url',
          redirect_to_url: { url: intent.action.url, return_url: intent.action.returnUrl },
        }
      : null,
  latest_charge: intent.charge
    ? {
        id: intent.charge.id,
        object: 'charge',
        amount_refunded: intent.refunded,
        metadata: intent.metadata,
        payment_method_details: {
          type: 'card',
          card: {
            authorization_code: intent.charge.authorizationCode,
            network_transaction_id: intent.charge.networkTransactionId,
            funding: 'credit',
            country: 'US',
            issuer: null,
            ...(intent.isManual && { capture_before: intent.created + HOLD_S }),
            three_d_secure: intent.threeDs
              ? {
                  result: 'authenticated',
                  version: '2.2.0',
                  electronic_commerce_indicator: '05',
                  transaction_id: intent.charge.id.replace('ch_', 'ds_'),
                  authentication_flow: intent.threeDs,
                }
              : null,
          },
        },
      }
    : null,
})

export const refundView = (refund: Refund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  currency: refund.currency,
  payment_intent: refund.intent,
  status: 'succeeded',
  failure_reason: null,
  metadata: refund.metadata,
})

/** `isWhole`: the payment behind it was asked for as well. */
export const movementView = (movement: Movement, isWhole: boolean) => ({
  id: movement.id,
  object: 'balance_transaction',
  type: movement.type,
  amount: movement.amount,
  fee: movement.fee,
  net: movement.amount - movement.fee,
  currency: movement.currency,
  created: movement.created ?? 0,
  source: movement.dispute
    ? disputedSource(movement.dispute, isWhole)
    : chargeSource(movement, isWhole),
})

const chargeSource = ({ type, metadata, intentMetadata = {} }: Movement, isWhole: boolean) => ({
  object: type,
  metadata,
  payment_intent: isWhole ? { metadata: intentMetadata } : 'pi_not_expanded',
})

const disputedSource = ({ id, intent }: { id: string; intent: string }, isWhole: boolean) => ({
  id,
  object: 'dispute',
  metadata: {},
  payment_intent: isWhole ? { id: intent, object: 'payment_intent', metadata: {} } : intent,
})

export const payoutView = ({ id, amount, currency, created }: Payout) => ({
  id,
  object: 'payout',
  amount,
  currency,
  created,
  arrival_date: created,
  automatic: true,
  status: 'paid',
  reconciliation_status: 'completed',
})

/** A page of a list: newest first, from after the one that was named. */
export function pageOf<Value extends { id: string }>(
  all: readonly Value[],
  query: Record<string, unknown>,
) {
  const limit = Math.min(100, Math.max(1, Number(query['limit'] ?? 10)))
  const after = all.findIndex(({ id }) => id === query['starting_after']) + 1
  const data = all.slice(after, after + limit)
  return { object: 'list', data, has_more: after + limit < all.length }
}

export const newestFirst = (books: Books): Intent[] => [...books.intents.all.values()].reverse()
