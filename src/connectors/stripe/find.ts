import type { z } from 'zod'
import { segment } from '../http.ts'
import type { StripeHttp } from './http.ts'
import { listOf, PaymentIntent, Refund, samePaymentIntent } from './objects.ts'

export type Found<T> = { type: 'found'; object: T } | { type: 'notFound' } | { type: 'unknown' }

/** Where a payment is looked for: by Stripe's own id, else among those made since then. */
export interface Whereabouts {
  reference: string
  acquirerRef?: string | undefined
  sentAt?: number | undefined
}

const PAGE = 100
const MOST_PAGES = 100
const CLOCK_SKEW_S = 300

/**
 * Lists have no filter for our reference, so the payments of the time are compared one by one. The
 * search is no help here: it lags behind, and what it does not find may be there.
 */
export async function findIntent(
  http: StripeHttp,
  { reference, acquirerRef, sentAt }: Whereabouts,
  signal?: AbortSignal,
): Promise<Found<PaymentIntent>> {
  if (acquirerRef) return getIntent(http, acquirerRef, signal)
  const since = sentAt === undefined ? {} : { 'created[gte]': sinceSeconds(sentAt) }
  const query = { limit: PAGE, 'expand[]': 'data.latest_charge', ...since }
  const isIt = ({ metadata }: PaymentIntent) => metadata['reference'] === reference
  return findIn(http, { path: '/v1/payment_intents', query, schema: PaymentIntent, isIt }, signal)
}

export async function getIntent(
  http: StripeHttp,
  id: string,
  signal?: AbortSignal,
): Promise<Found<PaymentIntent>> {
  const path = `/v1/payment_intents/${segment(id)}`
  const answer = await http.get(
    path,
    { 'expand[]': 'latest_charge' },
    samePaymentIntent(id),
    signal,
  )
  if (answer.type === 'answered') return { type: 'found', object: answer.body }
  const isMissing = answer.type === 'refused' && answer.error.code === 'resource_missing'
  return { type: isMissing ? 'notFound' : 'unknown' }
}

export const findRefund = (
  http: StripeHttp,
  reference: string,
  intent: string,
  signal?: AbortSignal,
): Promise<Found<Refund>> => {
  const isIt = ({ metadata }: Refund) => metadata['reference'] === reference
  const query = { payment_intent: intent, limit: PAGE }
  return findIn(http, { path: '/v1/refunds', query, schema: Refund, isIt }, signal)
}

interface Searched<T> {
  path: string
  query: Record<string, string | number>
  schema: z.ZodType<T>
  isIt: (object: T) => boolean
}

export async function findIn<T extends { id: string }>(
  http: StripeHttp,
  { path, query, schema, isIt }: Searched<T>,
  signal?: AbortSignal,
): Promise<Found<T>> {
  let after: { starting_after?: string } = {}
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await http.get(path, { ...query, ...after }, listOf(schema), signal)
    if (answer.type !== 'answered') return { type: 'unknown' }
    const objects = answer.body.data
    const object = objects.find(isIt)
    if (object) return { type: 'found', object }
    const last = objects.at(-1)
    if (!answer.body.has_more || !last) return { type: 'notFound' }
    after = { starting_after: last.id }
  }
  return { type: 'unknown' }
}

/** Since when something may have been made there that was sent at that moment by our clock. */
export const sinceSeconds = (epochMs: number): number => Math.floor(epochMs / 1_000) - CLOCK_SKEW_S
