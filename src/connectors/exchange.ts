import type { Dispatcher, Pool } from 'undici'

export interface Message {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string | null
}

export type NoAnswerReason = 'timeout' | 'cut' | 'serverError' | 'garbled'

export type Exchange =
  | { type: 'received'; status: number; bytes: Buffer }
  | { type: 'notSent' }
  | { type: 'noAnswer'; because: NoAnswerReason }

export interface ExchangeLimits {
  timeoutMs: number
  maxBytes: number
  signal?: AbortSignal | undefined
}

/**
 * One request and its answer, never a rejection. Whether a lost answer is "not sent" or "unknown" is
 * decided by fact, not by error codes: undici says when it starts to write to the connection.
 */
export function exchange(pool: Pool, message: Message, limits: ExchangeLimits): Promise<Exchange> {
  return new Promise((resolve) => {
    const { timeoutMs, maxBytes, signal } = limits
    const chunks: Buffer[] = []
    let size = 0
    let status = 0
    let settled = false
    let connection: Dispatcher.DispatchController | undefined

    const settle = (result: Exchange) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', cut)
      resolve(result)
    }
    const giveUp = (because: NoAnswerReason) => {
      settle(connection ? { type: 'noAnswer', because } : { type: 'notSent' })
      connection?.abort(new Error(because))
    }
    const cut = () => giveUp('cut')
    const timer = setTimeout(() => giveUp('timeout'), timeoutMs)
    signal?.addEventListener('abort', cut)
    if (signal?.aborted) {
      cut()
      return
    }

    pool.dispatch(message, {
      onRequestStart(controller) {
        // The caller was told "not sent" while this waited for a connection, so it must stay true.
        if (settled) controller.abort(new Error('given up'))
        else connection = controller
      },
      onResponseStart(_controller, statusCode) {
        status = statusCode
      },
      onResponseData(_controller, chunk) {
        size += chunk.length
        if (size > maxBytes) giveUp('garbled')
        else chunks.push(chunk)
      },
      onResponseEnd() {
        settle({ type: 'received', status, bytes: Buffer.concat(chunks) })
      },
      onResponseError(_controller, error) {
        giveUp(unreadable.has((error as NodeJS.ErrnoException).code ?? '') ? 'garbled' : 'cut')
      },
    })
  })
}

const unreadable = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_HTTP_PARSER'])
