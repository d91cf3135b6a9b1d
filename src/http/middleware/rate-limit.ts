import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'

/** Headers of an answer within the limit; beyond it, the refusal. */
export type RateLimit = (caller: Caller) => Promise<Record<string, string>>

const WINDOW_SECONDS = 1
/** A payer's page asks seldom; one that does not must not use up its merchant's share. */
const CLIENT_LIMIT = 20

/** Counts in this process: cheap, and N processes together let through at most N times as much. */
export function createRateLimit(defaultLimit: number): RateLimit {
  const limiters = new Map<number, RateLimiterMemory>()
  const limiterOf = (points: number): RateLimiterMemory => {
    const known =
      limiters.get(points) ?? new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
    limiters.set(points, known)
    return known
  }

  return async (caller) => {
    const isClient = caller.kind === 'client'
    const points = isClient ? CLIENT_LIMIT : (caller.merchant.settings.rateLimit ?? defaultLimit)
    const key = bucketOf(caller)
    try {
      return headersOf(points, await limiterOf(points).consume(key))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const headers = headersOf(points, refused)
      const retryAfter = String(secondsUntil(refused))
      throw new Refused('rate_limited', { headers: { ...headers, 'retry-after': retryAfter } })
    }
  }
}

/** People's clicks do not use up what their merchant's programs have. */
function bucketOf(caller: Caller): string {
  if (caller.kind === 'client') return `client/${caller.paymentId ?? caller.tokenizerId ?? ''}`
  return caller.person ? `person/${caller.person.personId}` : `merchant/${caller.merchantId}`
}

const headersOf = (points: number, state: RateLimiterRes): Record<string, string> => ({
  'ratelimit-policy': `"default";q=${String(points)};w=${String(WINDOW_SECONDS)}`,
  ratelimit: `"default";r=${String(state.remainingPoints)};t=${String(secondsUntil(state))}`,
})

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1_000))
