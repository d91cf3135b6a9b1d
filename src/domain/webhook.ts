import { retryDelayMs } from './delivery.ts'
import type { Verdict } from './delivery.ts'

export type WebhookStatus = 'ACTIVE' | 'DISABLED'

/** How long nothing may get through before its merchant is warned, and before it is disabled. */
export const WARN_AFTER_MS = 24 * 3_600_000
export const DISABLE_AFTER_MS = 72 * 3_600_000

/** How long the secret before signs beside a new one. */
export const ROTATION_MS = 24 * 3_600_000

/** What a merchant may have; each costs a delivery of every event. */
export const MOST_WEBHOOKS = 20

export interface WebhookStanding {
  attempts: number
  failingSince?: number | undefined
  warned: boolean
}

/** What follows from an attempt: the next event, or another attempt, or the end. */
export type AfterAttempt =
  | { type: 'next' }
  | { type: 'again'; at: number; warn: boolean }
  | { type: 'disable'; reason: 'GONE' | 'FAILING' }

/** An event that is refused is passed over; one that does not get through stops those behind it. */
export function afterAttempt(
  { attempts, failingSince, warned }: WebhookStanding,
  { eventId, verdict, at, retryAfterMs = 0 }: Attempted,
): AfterAttempt {
  if (verdict === 'accepted' || verdict === 'refused') return { type: 'next' }
  if (verdict === 'gone') return { type: 'disable', reason: 'GONE' }
  const since = failingSince ?? at
  const retryAt = at + retryDelayMs(eventId, attempts + 1, retryAfterMs)
  if (retryAt > since + DISABLE_AFTER_MS) return { type: 'disable', reason: 'FAILING' }
  return { type: 'again', at: retryAt, warn: !warned && at - since >= WARN_AFTER_MS }
}

interface Attempted {
  eventId: string
  verdict: Verdict
  at: number
  retryAfterMs?: number | undefined
}
