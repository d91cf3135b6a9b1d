import type { Dispatcher, Pool } from 'undici'
import { awakeTimeout } from './awake-timeout.ts'

export interface Message {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
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
 *
 * What this process sleeps through is no silence of the provider: it reads what has come meanwhile. But
 * nothing is sent that late, since others may have gone on without it.
 */
export function exchange(pool: Pool, message: Message, limits: ExchangeLimits): Promise<Exchange> {
  return new Promise((resolve) => {
    const { timeoutMs, maxBytes, signal } = limits
    const body = ownBytes(message.body)
    const chunks: Buffer[] = []
    let size = 0
    let status = 0
    let settled = false
    const latestStart = Date.now() + timeoutMs
    let connection: Dispatcher.DispatchController | undefined

    const settle = (result: Exchange) => {
      if (settled) return
      settled = true
      stopTimer()
      signal?.removeEventListener('abort', cut)
      resolve(result)
    }
    const giveUp = (because: NoAnswerReason) => {
      settle(connection ? { type: 'noAnswer', because } : { type: 'notSent' })
      connection?.abort(new Error(because))
      // Only now, when nothing of it can be written any more.
      body?.fill(0)
    }
    const cut = () => giveUp('cut')
    const isTooLate = () => connection === undefined && Date.now() > latestStart
    const stopTimer = awakeTimeout(() => giveUp('timeout'), timeoutMs, isTooLate)
    signal?.addEventListener('abort', cut)
    if (signal?.aborted) {
      cut()
      return
    }

    pool.dispatch(
      { ...message, body },
      {
        onRequestStart(controller) {
          // The caller was told "not sent" while this waited for a connection, so it must stay true.
          if (!settled && isTooLate()) giveUp('timeout')
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
          body?.fill(0)
        },
        onResponseError(_controller, error) {
          giveUp(unreadable.has((error as NodeJS.ErrnoException).code ?? '') ? 'garbled' : 'cut')
        },
      },
    )
  })
}

/**
 * A card number may be in a body: its bytes are ours alone, so that they can be overwritten. Those that
 * undici would make of a text stay behind in memory that was freed.
 */
function ownBytes(text: string | Buffer | null): Buffer | null {
  if (text === null || Buffer.isBuffer(text)) return text
  const bytes = Buffer.alloc(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

const unreadable = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_HTTP_PARSER'])
