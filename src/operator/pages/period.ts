const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** How far back one looks, and into which steps that is cut. */
export const ranges = {
  '1h': { words: 'last hour', spanMs: 60 * MINUTE_MS, stepMs: 5 * MINUTE_MS },
  '24h': { words: 'last 24 hours', spanMs: DAY_MS, stepMs: 60 * MINUTE_MS },
  '7d': { words: 'last 7 days', spanMs: 7 * DAY_MS, stepMs: 360 * MINUTE_MS },
  '30d': { words: 'last 30 days', spanMs: 30 * DAY_MS, stepMs: DAY_MS },
  '90d': { words: 'last 90 days', spanMs: 90 * DAY_MS, stepMs: DAY_MS },
} as const
export type Range = keyof typeof ranges

/** The time that figures are of. */
export interface Period {
  range: Range | 'own'
  words: string
  since: Date
  until: Date
  stepMs: number
}

/** What is longer is cut off, so that nobody counts years by looking. */
const LONGEST_MS = 100 * DAY_MS

/** What an address asks for; whatever is no period is the last 24 hours. */
export function periodOf(query: Readonly<Record<string, unknown>>, now: number): Period {
  const own = daysOf(query['from'], query['to'], now)
  if (own) return own
  const range = (Object.keys(ranges) as Range[]).find((one) => one === query['range']) ?? '24h'
  const { words, spanMs, stepMs } = ranges[range]
  return { range, words, since: new Date(now - spanMs), until: new Date(now), stepMs }
}

/** Whole days in UTC, the last included. */
function daysOf(from: unknown, to: unknown, now: number): Period | undefined {
  const [first, last] = [dayOf(from), dayOf(to) ?? now - (now % DAY_MS)]
  if (first === undefined || first > last) return undefined
  const until = Math.min(last + DAY_MS, now)
  const since = Math.max(first, until - LONGEST_MS)
  const words = `days from ${dateOf(since)} to ${dateOf(last)}`
  const isShort = until - since <= 2 * DAY_MS
  const stepMs = isShort ? 60 * MINUTE_MS : DAY_MS
  return { range: 'own', words, since: new Date(since), until: new Date(until), stepMs }
}

function dayOf(given: unknown): number | undefined {
  const at = typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(given) : NaN
  return Number.isNaN(at) ? undefined : at
}

export const dateOf = (at: number | Date): string => new Date(at).toISOString().slice(0, 10)
