import { z } from 'zod'
import type { Exchange } from '../../exchange.ts'
import { createSender, parseJson } from '../../http.ts'
import type { Answer, Network } from '../../http.ts'

export interface IoOptions extends Network {
  url: string
  timeoutMs: number
  apiKey: string
}

/** Why nothing came of a message, in the words of EMV 3-D Secure. */
export interface Erro {
  code: string
  component: string
  words: string
}

export type IoAnswer<T> = Answer<T, Erro>

export interface IoHttp {
  post<T>(
    path: string,
    body: object,
    schema: z.ZodType<T>,
    signal?: AbortSignal,
  ): Promise<IoAnswer<T>>
}

export function createIoHttp(options: IoOptions): IoHttp {
  const send = createSender({ ...options, maxBytes: 64 * 1024 })
  const headers = {
    accept: 'application/json',
    apikey: options.apiKey,
    'content-type': 'application/json; charset=utf-8',
  }
  return {
    async post(path, body, schema, signal) {
      const message = { method: 'POST' as const, path, headers, body: JSON.stringify(body) }
      return readAnswer(await send(message, signal), schema)
    },
  }
}

const Word = z.string().max(2_000)

const ErroMessage = z.object({
  messageType: z.literal('Erro'),
  errorCode: Word,
  errorComponent: z.exactOptional(Word),
  errorDescription: z.exactOptional(Word),
  errorDetail: z.exactOptional(Word),
})

/** An error may come with any status, 200 too; a key that nobody knows is answered without JSON. */
function readAnswer<T>(exchanged: Exchange, schema: z.ZodType<T>): IoAnswer<T> {
  if (exchanged.type !== 'received') return exchanged
  const { status, bytes } = exchanged
  const json = parseJson(bytes)
  const erro = ErroMessage.safeParse(json)
  if (erro.success) return { type: 'refused', status, error: erroOf(erro.data) }
  if (status === 401 || status === 403)
    return { type: 'refused', status, error: { code: '303', component: 'S', words: 'API key' } }
  if (status >= 500) return { type: 'noAnswer', because: 'serverError' }
  const parsed = status === 200 ? schema.safeParse(json) : undefined
  return parsed?.success
    ? { type: 'answered', body: parsed.data }
    : { type: 'noAnswer', because: 'garbled' }
}

const erroOf = (message: z.infer<typeof ErroMessage>): Erro => ({
  code: message.errorCode,
  component: message.errorComponent ?? '',
  words: [message.errorDescription, message.errorDetail].filter(Boolean).join(' '),
})
