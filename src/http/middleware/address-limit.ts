import type { Request } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refused } from '../refused.ts'

/** Counts a request of somebody who is not known yet; beyond the limit, the refusal. */
export type AddressLimit = (request: Request) => Promise<void>

/** Strangers have what a merchant has, per address. It protects this process, so it counts here. */
export function createAddressLimit(pointsPerSecond: number): AddressLimit {
  const limiter = new RateLimiterMemory({ points: pointsPerSecond, duration: 1 })
  return async (request) => {
    try {
      await limiter.consume(addressOf(request))
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new Refused('rate_limited')
    }
  }
}

/** Behind trusted proxies the first address that none of them has; else the connection's. */
export const addressOf = (request: Request): string =>
  (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/, '')
