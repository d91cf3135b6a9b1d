import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { DbPool } from '../../postgres/db.ts'
import { networkOf } from '../middleware/address-limit.ts'

/** Counts wrong credentials, over all processes. The right secret is never asked for a count. */
export interface AuthFailures {
  /** Counts one; answers milliseconds to wait when there were too many, else 0. */
  add(merchantId: string, address: string): Promise<number>
}

const WINDOW_SECONDS = 60

/** Per merchant from one address, and per merchant or address whatever the other is. */
const limits = [
  { name: 'pair', points: 5, keyOf: (id: string, address: string) => `${id}@${address}` },
  { name: 'merchant', points: 60, keyOf: (id: string) => id },
  { name: 'address', points: 60, keyOf: (_: string, address: string) => address },
]

export function createAuthFailures(pool: DbPool): AuthFailures {
  const limiters = limits.map(({ name, points, keyOf }) => {
    const options = { keyPrefix: name, points, duration: WINDOW_SECONDS }
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'auth_failure',
      tableCreated: true,
      // While the database cannot be reached, each process counts for itself.
      insuranceLimiter: new RateLimiterMemory(options),
    })
    return { limiter, keyOf }
  })

  return {
    add: async (merchantId, address) => {
      const waits = limiters.map(async ({ limiter, keyOf }) => {
        try {
          await limiter.consume(bucketOf(keyOf(merchantId, networkOf(address))))
          return 0
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          return Math.max(refused.msBeforeNext, 1)
        }
      })
      return Math.max(...(await Promise.all(waits)))
    },
  }
}

/** Strangers choose the ids that they try, so ids share a fixed number of rows. */
const BUCKETS = 2_048

const bucketOf = (key: string): string =>
  String(createHash('sha256').update(key).digest().readUInt16BE() % BUCKETS)
