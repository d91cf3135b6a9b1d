import { z } from 'zod'
import type { Exchange, Message } from '../exchange.ts'
import { createSender, parseJson } from '../http.ts'
import type { Answer, Network } from '../http.ts'

export interface Przelewy24Options extends Network {
  url: string
  timeoutMs: number
  merchantId: number
  posId: number
  reportKey: string
  crc: string
}

/** Why something was not done, in their words. */
export interface Refusal {
  code: string
  words: string
  /** The whole answer, for what has more to say. */
  body: unknown
}

export type P24Answer<T> = Answer<T, Refusal>

interface Request {
  method: Message['method']
  path: string
  body?: object
  /** Our own name of the operation, for both sides' logs. */
  reference: string
}

export interface P24Http {
  options: Przelewy24Options
  ask<T>(request: Request, data: z.ZodType<T>, signal?: AbortSignal): Promise<P24Answer<T>>
  /** One page of a list, and the token of the next. */
  page<T>(path: string, data: z.ZodType<T>, signal?: AbortSignal): Promise<P24Answer<Page<T>>>
}

interface Page<T> {
  data: T
  token?: string | null | undefined
}

const MOST_BYTES = 1024 * 1024

export function createP24Http(options: Przelewy24Options): P24Http {
  const send = createSender({ ...options, maxBytes: MOST_BYTES })
  const pass = Buffer.from(`${String(options.posId)}:${options.reportKey}`).toString('base64')
  const exchanged = ({ method, path, body, reference }: Request, signal?: AbortSignal) => {
    const headers = {
      accept: 'application/json',
      authorization: `Basic ${pass}`,
      'x-request-id': reference,
      ...(body && { 'content-type': 'application/json' }),
    }
    return send({ method, path, headers, body: body ? JSON.stringify(body) : null }, signal)
  }
  return {
    options,
    async ask(request, data, signal) {
      const answer = read(await exchanged(request, signal), z.object({ data }))
      return answer.type === 'answered' ? { ...answer, body: answer.body.data } : answer
    },
    async page(path, data, signal) {
      const request: Request = { method: 'GET', path, reference: 'report' }
      return read(await exchanged(request, signal), z.object({ data, token }))
    },
  }
}

const token = z.string().max(1_000).nullish()

/** A yes has `data`; a no says why. Whatever has neither proves nothing. */
function read<T>(exchanged: Exchange, schema: z.ZodType<T>): P24Answer<T> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  const json = parseJson(bytes)
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json)
    return parsed.success ? { type: 'answered', body: parsed.data } : garbled
  }
  const no = status >= 400 ? No.safeParse(json) : undefined
  if (!no?.success) return garbled
  const { error, code } = no.data
  return {
    type: 'refused',
    status,
    error: { code: String(code ?? ''), words: wordsOf(error), body: json },
  }
}

const garbled = { type: 'noAnswer', because: 'garbled' } as const

const Said = z.object({ message: z.string().max(1_000) })

const No = z.object({
  error: z.union([z.string().min(1).max(1_000), Said, z.array(Said).min(1).max(100)]),
  code: z.union([z.number(), z.string().max(20)]).optional(),
})

function wordsOf(error: z.infer<typeof No>['error']): string {
  if (typeof error === 'string') return error
  return Array.isArray(error) ? error.map(({ message }) => message).join('; ') : error.message
}

/** With their words alone, as those read it who do not know this protocol. */
export const plainAnswer = <T>(answer: P24Answer<T>): Answer<T> =>
  answer.type === 'refused' ? { ...answer, error: answer.error.words } : answer
