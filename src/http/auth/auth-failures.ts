import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { DbPool } from '../../postgres/db.ts'

/** Counts wrong credentials per MID and address, over all processes. */
export interface AuthFailures {
  /** Milliseconds until the next attempt may be made; 0 when it may be made now. */
  waitMs(merchantId: string, address: string): Promise<number>
  add(merchantId: string, address: string): Promise<void>
}

const FAILURES_ALLOWED = 5
const WINDOW_SECONDS = 60

export function createAuthFailures(pool: DbPool): AuthFailures {
  const limits = { keyPrefix: 'auth', points: FAILURES_ALLOWED, duration: WINDOW_SECONDS }
  const limiter = new RateLimiterPostgres({
    ...limits,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'auth_failure',
    tableCreated: true,
    // While the database cannot be reached, each process counts for itself.
    insuranceLimiter: new RateLimiterMemory(limits),
  })

  return {
    waitMs: async (merchantId, address) => {
      const failures = await limiter.get(keyOf(merchantId, address))
      if (!failures || failures.consumedPoints < FAILURES_ALLOWED) return 0
      return Math.max(failures.msBeforeNext, 1)
    },
    add: async (merchantId, address) => {
      await limiter.consume(keyOf(merchantId, address)).catch((refused: unknown) => {
        if (refused instanceof Error) throw refused
      })
    },
  }
}

const keyOf = (merchantId: string, address: string): string => `${merchantId}@${address}`
