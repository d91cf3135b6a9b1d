import { z } from 'zod'
import { createSender, parseJson } from '../http.ts'
import type { Answer } from '../http.ts'
import type { Exchange } from '../exchange.ts'
import { StripeError } from './objects.ts'

export interface StripeOptions {
  url: string
  apiVersion: string
  timeoutMs: number
  secretKey: string
}

export type StripeAnswer<T> =
  Exclude<Answer<T>, { type: 'refused' }> | { type: 'refused'; status: number; error: StripeError }

export interface StripeHttp {
  get<T>(
    path: string,
    query: Params,
    schema: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<StripeAnswer<T>>
  /** `key` names the operation for ever: within a day Stripe answers it as it did the first time. */
  post<T>(request: Post, schema: z.ZodType<T>, signal?: AbortSignal): Promise<StripeAnswer<T>>
}

/** Form fields in Stripe's spelling: `card[number]`. */
export type Params = Readonly<Record<string, string | number | boolean>>

export interface Post {
  path: string
  key: string
  params: Params
}

export function createStripeHttp(options: StripeOptions): StripeHttp {
  const { url, apiVersion, timeoutMs, secretKey } = options
  // A page of a hundred payments with their charges is longer than any single answer.
  const send = createSender({ url, timeoutMs, maxBytes: 4 * 1024 * 1024 })
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${secretKey}`,
    'stripe-version': apiVersion,
  }
  return {
    async get(path, query, schema, signal) {
      const text = formOf(query)
      const target = text === '' ? path : `${path}?${text}`
      const message = { method: 'GET' as const, path: target, headers, body: null }
      return classify(await send(message, signal), schema)
    },
    async post({ path, key, params }, schema, signal) {
      const message = {
        method: 'POST' as const,
        path,
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': key,
        },
        body: formOf(params),
      }
      return classify(await send(message, signal), schema)
    },
  }
}

/** An answer in the words that all connectors share, for those who only ask whether it came. */
export const plainAnswer = <T>(answer: StripeAnswer<T>): Answer<T> =>
  answer.type === 'refused'
    ? { type: 'refused', status: answer.status, error: answer.error.type }
    : answer

const formOf = (params: Params): string =>
  new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  ).toString()

function classify<T>(exchanged: Exchange, schema: z.ZodType<T>): StripeAnswer<T> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  // Even a stored 500 may be a charge that Stripe completes later.
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(parseJson(bytes))
    return parsed.success ? { type: 'answered', body: parsed.data } : garbled
  }
  const refusal = Refusal.safeParse(status >= 400 ? parseJson(bytes) : undefined)
  if (!refusal.success) return garbled
  // Too many requests: it was turned away at the door.
  if (status === 429) return { type: 'notSent' }
  // The first request under this key is still at work.
  if (status === 409) return { type: 'noAnswer', because: 'cut' }
  return { type: 'refused', status, error: refusal.data.error }
}

const garbled = { type: 'noAnswer', because: 'garbled' } as const

const Refusal = z.object({ error: StripeError })
