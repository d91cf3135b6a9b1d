import { inspect } from 'node:util'
import { present } from '../domain/present.ts'

export type PayerSecret = { cvv?: string; code?: string }

type Options = { maxEntries?: number; ttlMs?: number; now?: () => number }
type Entry = { cvv?: Buffer; code?: Buffer; expiresAt: number }

const SWEEP_INTERVAL_MS = 10_000

/**
 * The only place where a CVV or a BLIK code lives: the memory of the process that received it,
 * for 20 minutes at most. When an entry is gone, the payer is asked again.
 */
export function createSecretMemory(options: Options = {}) {
  const { maxEntries = 50_000, ttlMs = 20 * 60_000, now = Date.now } = options
  // A map keeps insertion order and every entry lives equally long: the first is the oldest.
  const entries = new Map<string, Entry>()
  let sweeper: NodeJS.Timeout | undefined

  const wipe = (paymentId: string): void => {
    const entry = entries.get(paymentId)
    entry?.cvv?.fill(0)
    entry?.code?.fill(0)
    entries.delete(paymentId)
    if (entries.size === 0) clearInterval(sweeper)
  }

  const sweep = (): void => {
    for (const [paymentId, { expiresAt }] of entries) {
      if (expiresAt > now() && entries.size <= maxEntries) return
      wipe(paymentId)
    }
  }

  const read = (paymentId: string): PayerSecret | undefined => {
    sweep()
    const entry = entries.get(paymentId)
    if (!entry) return undefined
    return present({ cvv: entry.cvv?.toString(), code: entry.code?.toString() })
  }

  return {
    /** Replaces what was there: the payer's latest word counts. */
    put: (paymentId: string, { cvv, code }: PayerSecret): void => {
      wipe(paymentId)
      const secret = { cvv: toBuffer(cvv), code: toBuffer(code) }
      entries.set(paymentId, { ...present(secret), expiresAt: now() + ttlMs })
      if (entries.size === 1) sweeper = setInterval(sweep, SWEEP_INTERVAL_MS).unref()
      sweep()
    },
    read,
    take: (paymentId: string): PayerSecret | undefined => {
      const secret = read(paymentId)
      wipe(paymentId)
      return secret
    },
    wipe,
    clear: (): void => [...entries.keys()].forEach(wipe),
    size: (): number => entries.size,
    toJSON: () => '[secret memory]',
    [inspect.custom]: () => '[secret memory]',
  }
}

export type SecretMemory = ReturnType<typeof createSecretMemory>

const toBuffer = (secret: string | undefined): Buffer | undefined =>
  secret === undefined ? undefined : Buffer.from(secret)
