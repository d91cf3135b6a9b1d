import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../postgres/db.ts'
import type { MerchantSecrets } from '../../postgres/merchant-secrets.ts'
import type { AttemptLine } from '../../postgres/notification-log.ts'
import { attemptsSince } from '../../postgres/notification-log.ts'
import { explainNotification } from './explain-notification.ts'

export interface ListenOptions {
  db: Db
  merchants: Pick<MerchantSecrets, 'notificationSecrets'>
  merchantId?: string | undefined
  /** A server on the developer's machine that gets the same bytes and headers. */
  forwardTo?: string | undefined
  /** For programs: a line of JSON for each attempt. */
  json?: boolean | undefined
  write: (text: string) => void
  signal: AbortSignal
  pollMs?: number
}

/** Prints what merchants are sent, as it is sent, with the signatures explained and checked. */
export async function notificationsListen(options: ListenOptions): Promise<void> {
  const { db, merchantId, signal, pollMs = 500 } = options
  const seen = new Map<string, number>()
  let from = new Date()
  while (!signal.aborted) {
    for (const attempt of await attemptsSince(db, from, merchantId)) {
      const key = `${attempt.eventId}/${String(attempt.attempt)}`
      if (seen.has(key)) continue
      seen.set(key, attempt.at.getTime())
      await show(options, attempt)
    }
    from = lookBack(seen, from)
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

async function show(options: ListenOptions, attempt: AttemptLine): Promise<void> {
  const { merchants, forwardTo, json, write } = options
  const forwarded = forwardTo === undefined ? undefined : await forward(forwardTo, attempt)
  if (json) {
    write(`${JSON.stringify({ ...attempt, forwarded })}\n`)
    return
  }
  const secrets = await merchants.notificationSecrets(attempt.merchantId)
  write(`${explainNotification(attempt, secrets)}\n`)
  if (forwarded !== undefined) write(`  forwarded: ${forwarded}\n\n`)
}

async function forward(address: string, { url, headers, body }: AttemptLine): Promise<string> {
  try {
    const path = new URL(url ?? '').pathname.split('/').at(-1) ?? ''
    const { status } = await fetch(`${address.replace(/(?<!\/)\/+$/, '')}/${path}`, {
      method: 'POST',
      headers: headers ?? {},
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    })
    return `answered ${String(status)}`
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}

/** Commits do not become visible in the order of their times, so the last seconds are read again. */
function lookBack(seen: Map<string, number>, from: Date): Date {
  const newest = Math.max(from.getTime(), ...seen.values())
  const next = Math.max(from.getTime(), newest - OVERLAP_MS)
  for (const [key, at] of seen) if (at < next) seen.delete(key)
  return new Date(next)
}

const OVERLAP_MS = 5_000
