import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { classify, createSender } from '../http.ts'
import type { Answer, Network } from '../http.ts'
import type { Exchange } from '../exchange.ts'
import { StripeError } from './objects.ts'

export interface StripeOptions extends Network {
  url: string
  apiVersion: string
  timeoutMs: number
  secretKey: string
}

export type StripeAnswer<T> = Answer<T, StripeError>

export interface StripeHttp {
  get<T>(
    path: string,
    query: Params,
    schema: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<StripeAnswer<T>>
  /** `key` names the operation for ever: within a day Stripe answers it as it did the first time. */
  post<T>(request: Post, schema: z.ZodType<T>, signal?: AbortSignal): Promise<StripeAnswer<T>>
  /** A file, which Stripe takes at a host of its own. */
  upload<T>(file: Upload, schema: z.ZodType<T>, signal?: AbortSignal): Promise<StripeAnswer<T>>
}

/** Form fields in Stripe's spelling: `card[number]`. */
export type Params = Readonly<Record<string, string | number | boolean>>

export interface Post {
  path: string
  key: string
  params: Params
}

export interface Upload {
  key: string
  purpose: string
  name: string
  mediaType: string
  content: Buffer
}

export function createStripeHttp(options: StripeOptions): StripeHttp {
  const { apiVersion, secretKey } = options
  // A page of a hundred payments with their charges is longer than any single answer.
  const send = createSender({ ...options, maxBytes: 4 * 1024 * 1024 })
  const sendFile = createSender({ ...options, url: filesAt(options.url), maxBytes: 64 * 1024 })
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
      return readAnswer(await send(message, signal), schema)
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
      return readAnswer(await send(message, signal), schema)
    },
    async upload(file, schema, signal) {
      const boundary = `tollgate-${randomUUID()}`
      const message = {
        method: 'POST' as const,
        path: '/v1/files',
        headers: {
          ...headers,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'idempotency-key': file.key,
        },
        body: multipart(file, boundary),
      }
      return readAnswer(await sendFile(message, signal), schema)
    },
  }
}

function multipart({ purpose, name, mediaType, content }: Upload, boundary: string): Buffer {
  const part = (header: string) => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n`
  return Buffer.concat([
    Buffer.from(`${part('name="purpose"')}\r\n${purpose}\r\n`),
    Buffer.from(`${part(`name="file"; filename="${name}"`)}Content-Type: ${mediaType}\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

const filesAt = (url: string): string =>
  url.replace(/^https:\/\/api\.stripe\.com/, 'https://files.stripe.com')

/** An answer in the words that all connectors share, for those who only ask whether it came. */
export const plainAnswer = <T>(answer: StripeAnswer<T>): Answer<T> =>
  answer.type === 'refused'
    ? { type: 'refused', status: answer.status, error: answer.error.type }
    : answer

const formOf = (params: Params): string =>
  new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  ).toString()

function readAnswer<T>(exchanged: Exchange, schema: z.ZodType<T>): StripeAnswer<T> {
  // Even a stored 500 may be a charge that Stripe completes later: it is no answer either.
  const answer = classify(exchanged, schema, StripeError)
  if (answer.type !== 'refused') return answer
  // Too many requests: it was turned away at the door.
  if (answer.status === 429) return { type: 'notSent' }
  // The first request under this key is still at work.
  return answer.status === 409 ? { type: 'noAnswer', because: 'cut' } : answer
}
