import type { LookupFunction } from 'node:net'
import { Pool } from 'undici'
import { z } from 'zod'
import { assert } from '../domain/assert.ts'
import { providerWords } from '../domain/reasons/given-reason.ts'
import { exchange } from './exchange.ts'
import { overheard } from './exchange-log.ts'
import type { Exchange, Message, NoAnswerReason } from './exchange.ts'
import { present } from '../domain/present.ts'

/** How names become addresses; absent: as the system says. */
export interface Network {
  lookup?: LookupFunction
}

export interface ProviderOptions extends Network {
  url: string
  key: string
  /** Connecting, waiting and reading together. */
  timeoutMs?: number
  /** Who we are to a provider that asks for a certificate. */
  certificate?: ClientCertificate | undefined
}

/** In PEM. */
export interface ClientCertificate {
  cert: string
  key: string
  /** Who vouches for the provider, where it is nobody that the world knows. */
  ca?: string
}

/** What became of a call. Only `refused` and `notSent` prove that the provider did nothing. */
export type Answer<T, E = string> =
  | { type: 'answered'; body: T }
  | { type: 'refused'; status: number; error: E }
  | { type: 'notSent' }
  | { type: 'noAnswer'; because: NoAnswerReason }

export interface Http {
  get<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<Answer<T>>
  post<T>(
    path: string,
    body: object,
    schema: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<Answer<T>>
}

export function createHttp(options: ProviderOptions): Http {
  const { url, key, timeoutMs = 10_000, certificate, lookup } = options
  const sender = { url, timeoutMs, maxBytes: 64 * 1024, certificate, ...present({ lookup }) }
  const send = createSender(sender)
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` }

  return {
    async get(path, schema, signal) {
      const message = { method: 'GET' as const, path, headers, body: null }
      return classify(await send(message, signal), schema, ErrorName)
    },
    async post(path, body, schema, signal) {
      const message = {
        method: 'POST' as const,
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return classify(await send(message, signal), schema, ErrorName)
    },
  }
}

export type Send = (message: Message, signal?: AbortSignal) => Promise<Exchange>

/** Exchanges with one provider over connections that are kept, for any dialect. */
export function createSender(
  options: Network & {
    url: string
    timeoutMs: number
    maxBytes: number
    certificate?: ClientCertificate | undefined
  },
): Send {
  const { url, timeoutMs, maxBytes, lookup } = options
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/(?<!\/)\/+$/, '')
  // The total timer of an exchange rules; undici's own timers would only blur which limit was met.
  const pool = new Pool(origin, {
    connections: 128,
    connect: { timeout: timeoutMs, ...options.certificate, ...present({ lookup }) },
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return (message, signal) =>
    overheard(message, () =>
      exchange(pool, { ...message, path: base + message.path }, { timeoutMs, maxBytes, signal }),
    )
}

/** For settlement files and lists, where a failure is retried as a whole and has no outcome. */
export function bodyOf<T>(call: string, answer: Answer<T>): T {
  if (answer.type === 'answered') return answer.body
  const why =
    answer.type === 'refused'
      ? `refused with ${String(answer.status)}`
      : answer.type === 'notSent'
        ? 'could not be sent'
        : `had no answer (${answer.because})`
  throw new Error(`${call} ${why}`)
}

/** A refusal in the provider's own words, for operators. */
export const refusalWords = ({ status, error }: Extract<Answer<unknown>, { type: 'refused' }>) =>
  providerWords(`refused with ${String(status)} ${error}`)

/** A 404 counts as "not found" only in the provider's own words: a proxy's 404 proves nothing. */
export const isNotFound = (answer: Answer<unknown>, error = 'not_found'): boolean =>
  answer.type === 'refused' && answer.status === 404 && answer.error === error

/** One name as a segment of a path. */
export function segment(name: string): string {
  assert(isSegment(name), 'a name in a path')
  return encodeURIComponent(name)
}

/** Dot segments would climb out of their path, encoded or not. */
export const isSegment = (name: string): boolean => !/^\.{0,2}$/.test(name)

/** What an exchange proves, in whatever words a provider refuses: `{ error: E }`. */
export function classify<T, E>(
  exchanged: Exchange,
  schema: z.ZodType<T>,
  error: z.ZodType<E>,
): Answer<T, E> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(parseJson(bytes))
    return parsed.success ? { type: 'answered', body: parsed.data } : garbled
  }
  const refusal = z.object({ error }).safeParse(status >= 400 ? parseJson(bytes) : undefined)
  return refusal.success ? { type: 'refused', status, error: refusal.data.error } : garbled
}

const garbled = { type: 'noAnswer', because: 'garbled' } as const

const ErrorName = z.string().min(1).max(200)

/** Undefined when it is no JSON, or no UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
