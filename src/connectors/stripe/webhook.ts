import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AcquirerNews, AcquirerWebhook, SignedMessage } from '../acquirer.ts'
import { parseJson } from '../http.ts'
import { sameDigest } from '../signature.ts'
import { factsOf, StripeDispute } from './dispute.ts'
import { authorizationOf, mayAsk, refundOutcomeOf } from './mapping.ts'
import { FraudWarning, PaymentIntent, Refund } from './objects.ts'
import { SetupIntent } from './setup.ts'

const TOLERANCE_S = 300

const events = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'refund.failed',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
] as const

const refundEvents: readonly string[] = ['refund.failed', 'charge.refund.updated']

/** Stripe's events come in any order, more than once, and say how the payment stood when they were made. */
export const webhook: AcquirerWebhook = {
  signature: 'Stripe-Signature',
  events,
  read(message, keys, now) {
    if (!isGenuine(message, keys, now)) return { type: 'forged' }
    const event = Event.safeParse(parseJson(message.rawBody))
    return event.success ? newsOf(event.data) : { type: 'nothing' }
  },
}

/** Any of the signatures may match any of our keys: keys change without a gap. */
export function isGenuine(
  { rawBody, signature }: SignedMessage,
  keys: readonly string[],
  now: number,
): boolean {
  const parts = (signature ?? '').split(',').map((part) => part.split('='))
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name ? [value] : []))
  const [time] = valuesOf('t')
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false
  if (now / 1_000 - Number(time) > TOLERANCE_S) return false
  return keys.some((key) => {
    const digest = createHmac('sha256', key).update(`${time}.`).update(rawBody).digest()
    return valuesOf('v1').some((claimed) => sameDigest(digest, claimed))
  })
}

const Event = z.object({
  id: z.string().regex(/^evt_\w{1,200}$/),
  type: z.enum(events),
  created: z.exactOptional(z.int()),
  data: z.object({
    object: z.union([FraudWarning, PaymentIntent, Refund, StripeDispute, SetupIntent]),
  }),
})

function newsOf({ id, type, created, data }: z.infer<typeof Event>): AcquirerNews {
  const { object } = data
  if ('fraud_type' in object) return fraudWarning(object)
  if ('balance_transactions' in object) return disputeNews(id, object, (created ?? 0) * 1_000)
  if ('amount_received' in object) return chargeNews(id, type, object)
  return refundEvents.includes(type) ? refundNews(id, object) : { type: 'nothing' }
}

/** Of a charge that was made here; others of the same account are another's business. */
function disputeNews(eventId: string, dispute: StripeDispute, at: number): AcquirerNews {
  const { id: providerRef, payment_intent: acquirerRef } = dispute
  if (acquirerRef === undefined) return { type: 'nothing' }
  const facts = factsOf(dispute, at)
  return { type: 'dispute', eventId, providerRef, charge: { acquirerRef }, facts }
}

/** Told of one that can still be refunded; of charges that were made here. */
function fraudWarning({ id: warningId, payment_intent, created }: FraudWarning): AcquirerNews {
  if (payment_intent === undefined) return { type: 'nothing' }
  const charge = { acquirerRef: payment_intent }
  return { type: 'fraudWarning', warningId, charge, at: created * 1_000 }
}

/** Only a failure is news: until then a refund counts as done. */
function refundNews(eventId: string, refund: Refund): AcquirerNews {
  const { id: acquirerRef, metadata } = refund
  const reference = metadata['reference']
  const outcome = refundOutcomeOf(refund)
  if (reference === undefined || outcome.type !== 'declined') return { type: 'nothing' }
  return { type: 'outcome', eventId, reference, acquirerRef, outcome }
}

function chargeNews(eventId: string, type: string, intent: PaymentIntent): AcquirerNews {
  const { id: acquirerRef, metadata } = intent
  const reference = metadata['reference']
  const outcome = authorizationOf(intent)
  if (reference === undefined || outcome === undefined) return { type: 'nothing' }
  const about = { type: 'outcome', eventId, reference, acquirerRef } as const
  if (type === 'payment_intent.canceled') return { ...about, outcome: { type: 'cancelled' } }
  // A payer who is away may try once more: only a cancelled intent has failed for good, so it is asked about.
  if (mayAsk(metadata) && outcome.type !== 'approved')
    return { ...about, outcome: { type: 'pending' } }
  return outcome.type === 'redirected' ? { type: 'nothing' } : { ...about, outcome }
}
