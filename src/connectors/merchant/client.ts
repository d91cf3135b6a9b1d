import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { createAddressGuard, ForbiddenAddressError, isPublicAddress } from './address-guard.ts'
import type { AddressGuard, AddressGuardOptions } from './address-guard.ts'
import { present } from '../../domain/present.ts'

export interface MerchantMessage {
  url: string
  headers: Record<string, string>
  body: string
}

export type MerchantAnswer = { latencyMs: number } & (
  | { type: 'answered'; status: number; firstBytes: string; retryAfterMs?: number }
  | { type: 'failed'; problem: string }
)

/** Talks to the servers of merchants, whom nobody has to trust. */
export interface MerchantClient {
  /** One POST and what came of it, never a rejection. Redirects are answers, not directions. */
  deliver(message: MerchantMessage): Promise<MerchantAnswer>
  close(): Promise<void>
}

export interface MerchantClientOptions extends AddressGuardOptions {
  /** Resolving, connecting, waiting and reading together. */
  timeoutMs?: number
}

export function createMerchantClient(options: MerchantClientOptions): MerchantClient {
  const { timeoutMs = 15_000 } = options
  const guard = createAddressGuard(options)
  const agent = new Agent({
    connect: createConnector(guard),
    connections: 32,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16 * 1024,
  })

  const post = async ({ url, headers, body }: MerchantMessage) => {
    const problem = guard.textProblem(url)
    if (problem !== undefined) throw new ForbiddenAddressError(problem)
    const { origin, pathname, search } = new URL(url)
    const path = pathname + search
    const signal = AbortSignal.timeout(timeoutMs)
    return agent.request({ origin, path, method: 'POST', headers, body, signal })
  }

  return {
    async deliver(message) {
      const startedAt = performance.now()
      const latency = () => Math.round(performance.now() - startedAt)
      try {
        const { statusCode: status, headers, body } = await post(message)
        const latencyMs = latency()
        const retryAfterMs = retryAfter(headers['retry-after'])
        const firstBytes = await readStart(body)
        return { type: 'answered', status, latencyMs, firstBytes, ...present({ retryAfterMs }) }
      } catch (error) {
        return { type: 'failed', problem: inWords(error), latencyMs: latency() }
      }
    },
    close: () => agent.destroy(),
  }
}

/** Every new connection is judged; the ones that are kept lead where they led when judged. */
function createConnector(guard: AddressGuard): buildConnector.connector {
  const plain = buildConnector({ timeout: CONNECT_TIMEOUT_MS })
  const guarded = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guard.lookup })
  return (options, callback) => {
    const { protocol, host, hostname } = options
    if (guard.isTrusted(`${protocol}//${host ?? hostname}`)) plain(options, callback)
    // A connection to a literal looks nothing up, so nothing else would judge it.
    else if (isIP(hostname) !== 0 && !isPublicAddress(hostname))
      callback(new ForbiddenAddressError(), null)
    else guarded(options, callback)
  }
}

const CONNECT_TIMEOUT_MS = 5_000
const KEPT_BYTES = 200
/** A little more is read than is kept, so that the usual answer leaves its connection usable. */
const READ_BYTES = 16 * 1024
const READ_MS = 1_000

/** The status has decided already; of the rest only the beginning is wanted, for the log. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), READ_MS)
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size - chunk.length < KEPT_BYTES) chunks.push(chunk)
      if (size > READ_BYTES) break
    }
  } catch {
    // Cut in the middle; what came before is kept.
  } finally {
    clearTimeout(timer)
  }
  return asText(Buffer.concat(chunks).subarray(0, KEPT_BYTES))
}

/** A stranger's bytes in our log: no control characters, and no long numbers. */
const asText = (bytes: Buffer): string =>
  bytes
    .toString()
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/\d{12,}/g, (digits) => '*'.repeat(digits.length))

/** Seconds or a date, as RFC 9110 has it. */
function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function inWords(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (error instanceof ForbiddenAddressError) return `address ${message}`
  if (name === 'TimeoutError' || /TIMEOUT/.test(code ?? '')) return 'no answer in time'
  return code ?? message.slice(0, 200)
}
