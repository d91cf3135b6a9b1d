/** What the status of a merchant's answer means for the notification. */
export type Verdict = 'accepted' | 'refused' | 'gone' | 'retry'

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status <= 299) return 'accepted'
  if (status >= 400 && status <= 409) return 'refused'
  return status === 410 ? 'gone' : 'retry'
}

/** How long after the first attempt there may still be another one. */
export const GIVE_UP_AFTER_MS = 72 * 3_600_000

/** The pause after the n-th attempt that failed; n starts at 1. */
export function retryDelayMs(eventId: string, attempt: number, retryAfterMs = 0): number {
  const planned = PAUSES_MS[attempt - 1] ?? LAST_PAUSE_MS
  const jittered = Math.round(planned * (0.8 + 0.4 * fraction(`${eventId}/${String(attempt)}`)))
  return Math.max(jittered, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
}

/** How soon to look again whether a paused endpoint was resumed: ever less often. */
export const pausedDelayMs = (pausedForMs: number): number =>
  Math.min(Math.max(pausedForMs / 4, MINUTE_MS), HOUR_MS)

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
]
const LAST_PAUSE_MS = 8 * HOUR_MS
const LONGEST_RETRY_AFTER_MS = HOUR_MS

/** From 0 to 1 by the text alone (FNV-1a, mixed): a repeat of the same decision comes out alike. */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
