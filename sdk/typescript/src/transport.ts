import { ConnectionError, errorOf } from './errors.ts'
import type { Tokens } from './tokens.ts'

export interface TransportOptions {
  /** Where the gateway is, such as `https://gateway.example`. */
  baseUrl: string
  /** How often a request is repeated that may be; 3 when not given. */
  retries?: number | undefined
  timeoutMs?: number | undefined
  /** For tests and for runtimes with a `fetch` of their own. */
  fetch?: typeof fetch | undefined
  sleep?: ((ms: number) => Promise<void>) | undefined
}

export interface Call {
  method: string
  /** Below `/v1/ecommerce`, with its query. */
  path: string
  body?: unknown
  idempotencyKey?: string | undefined
  /** Whether it can be sent again when nobody knows whether it arrived. */
  repeatable: boolean
  signal?: AbortSignal | undefined
}

export interface Answered {
  status: number
  text: string
}

const API = '/v1/ecommerce'
const TIMEOUT_MS = 45_000
const RETRIES = 3
const FIRST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 30_000

/** One request with its repeats: back-off with jitter, `Retry-After`, and a new token when one has ended. */
export function createTransport(options: TransportOptions) {
  const { retries = RETRIES, timeoutMs = TIMEOUT_MS } = options
  const ask = options.fetch ?? fetch
  const pause = options.sleep ?? sleep
  const root = options.baseUrl.replace(/\/$/, '') + API

  const raw = (path: string, init: RequestInit): Promise<Response> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return ask(root + path, { ...init, redirect: 'manual', signal })
  }

  async function once(tokens: Tokens, call: Call): Promise<Response> {
    const { method, path, body, idempotencyKey, signal } = call
    const headers: Record<string, string> = { authorization: `Bearer ${await tokens.bearer()}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    return raw(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  }

  async function send(tokens: Tokens, call: Call): Promise<Answered> {
    let mayRenew = true
    for (let attempt = 0; ; attempt += 1) {
      let waitMs = backoffMs(attempt)
      try {
        const response = await once(tokens, call)
        const text = await response.text()
        if (response.ok) return { status: response.status, text }
        const { status } = response
        if (status === 401 && mayRenew && tokens.renew()) {
          mayRenew = false
          continue
        }
        if (attempt >= retries || !isPassing(status, call.repeatable)) throw errorOf(status, text)
        waitMs = Math.max(waitMs, retryAfterMs(response.headers.get('retry-after')))
      } catch (error) {
        if (!isConnectionProblem(error)) throw error
        if (call.signal?.aborted || attempt >= retries || !call.repeatable)
          throw new ConnectionError(error)
      }
      await pause(Math.min(waitMs, LONGEST_PAUSE_MS))
    }
  }

  return { raw, send }
}

/** After these nothing was done; after others of their kind nobody knows. */
const NOTHING_DONE = [408, 429, 503]

const isPassing = (status: number, repeatable: boolean): boolean =>
  NOTHING_DONE.includes(status) || (repeatable && status >= 500)

/** Undici and others throw a TypeError, a timeout is a DOMException. */
const isConnectionProblem = (error: unknown): boolean =>
  error instanceof TypeError ||
  ['TimeoutError', 'AbortError'].includes((error as { name?: string }).name ?? '')

const backoffMs = (attempt: number): number =>
  FIRST_PAUSE_MS * 2 ** attempt * (0.75 + Math.random() / 2)

function retryAfterMs(header: string | null): number {
  if (header === null) return 0
  const seconds = Number(header)
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(header) - Date.now()) : seconds * 1_000
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
