import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Exchange } from '../exchange.ts'
import { createSender, parseJson } from '../http.ts'
import type { Answer, Network } from '../http.ts'

export interface AdyenOptions extends Network {
  url: string
  merchantAccount: string
  timeoutMs: number
  apiKey: string
}

export type AdyenAnswer<T> = Answer<T, AdyenError>

export interface AdyenHttp {
  merchantAccount: string
  /** `key` names the operation for ever: for a week at least Adyen answers it as it did the first time. */
  post<T>(request: Post, schema: z.ZodType<T>, signal?: AbortSignal): Promise<AdyenAnswer<T>>
}

export interface Post {
  path: string
  key: string
  body: object
}

const Word = z.string().max(200)

const AdyenError = z.object({
  errorCode: z.exactOptional(Word),
  errorType: Word,
  message: z.exactOptional(z.string()),
})
export type AdyenError = z.infer<typeof AdyenError>

export function createAdyenHttp(options: AdyenOptions): AdyenHttp {
  const send = createSender({ ...options, maxBytes: 64 * 1024 })
  return {
    merchantAccount: options.merchantAccount,
    async post({ path, key, body }, schema, signal) {
      const headers = {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-api-key': options.apiKey,
        'idempotency-key': keyOf(key),
      }
      const message = { method: 'POST' as const, path, headers, body: JSON.stringify(body) }
      return readAnswer(await send(message, signal), schema)
    },
  }
}

const LONGEST_KEY = 64

const keyOf = (name: string): string =>
  name.length <= LONGEST_KEY ? name : createHash('sha256').update(name).digest('hex')

/** The first request under this key is still at work. */
const IN_PROGRESS = '704'

function readAnswer<T>(exchanged: Exchange, schema: z.ZodType<T>): AdyenAnswer<T> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  // Too many requests: it was turned away at the door.
  if (status === 429) return { type: 'notSent' }
  const json = parseJson(bytes)
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json)
    return parsed.success ? { type: 'answered', body: parsed.data } : garbled
  }
  const refusal = AdyenError.safeParse(status >= 400 ? json : undefined)
  if (!refusal.success) return garbled
  return refusal.data.errorCode === IN_PROGRESS
    ? { type: 'noAnswer', because: 'cut' }
    : { type: 'refused', status, error: refusal.data }
}

const garbled = { type: 'noAnswer', because: 'garbled' } as const

/** An answer in the words that all connectors share, for those who only ask whether it came. */
export const plainAnswer = <T>(answer: AdyenAnswer<T>): Answer<T> =>
  answer.type === 'refused' ? { ...answer, error: answer.error.errorType } : answer
