/** How many deliveries to one merchant are under way at once in this process. */
export interface MerchantSlots {
  /** A slot, or how long to stay away: the longer, the more others wait and the slower they are. */
  take(merchantId: string, eventId: string): Slot | { retryMs: number }
  /** False while its server fails, or is known to take its time. */
  isQuick(merchantId: string): boolean
}

export interface Slot {
  free(answered: boolean): void
}

/**
 * Keeps a merchant whose server hangs from taking every place of the worker. While nothing gets
 * through to it, one delivery at a time is enough to find out when that changes.
 */
export function createMerchantSlots({ most = 8, random = Math.random } = {}): MerchantSlots {
  const merchants = new Map<string, Traffic>()

  return {
    take(merchantId, eventId) {
      const traffic = merchants.get(merchantId) ?? newTraffic()
      merchants.set(merchantId, traffic)
      const allowed = traffic.failuresInARow >= FAILURES_UNTIL_ONE ? 1 : most
      if (traffic.underWay >= allowed) {
        if (traffic.waiting.size < MOST_COUNTED) traffic.waiting.add(eventId)
        const drainMs = (traffic.waiting.size * traffic.usualMs) / allowed
        const retryMs = Math.min(Math.max(drainMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
        return { retryMs: Math.round(retryMs * (0.5 + random())) }
      }
      traffic.waiting.delete(eventId)
      traffic.underWay += 1
      const startedAt = Date.now()
      return {
        free(answered) {
          traffic.underWay -= 1
          traffic.usualMs = 0.8 * traffic.usualMs + 0.2 * (Date.now() - startedAt)
          traffic.failuresInARow = answered ? 0 : traffic.failuresInARow + 1
          if (traffic.underWay > 0) return
          traffic.waiting.clear() // whoever still waits comes again and is counted again
          if (answered && traffic.usualMs < SLOW_MS) merchants.delete(merchantId)
        },
      }
    },
    isQuick(merchantId) {
      const traffic = merchants.get(merchantId)
      return !traffic || (traffic.failuresInARow === 0 && traffic.usualMs < SLOW_MS)
    },
  }
}

interface Traffic {
  underWay: number
  failuresInARow: number
  usualMs: number
  /** Who was turned away; each once, however often it asked. */
  waiting: Set<string>
}

const newTraffic = (): Traffic => ({
  underWay: 0,
  failuresInARow: 0,
  usualMs: 50,
  waiting: new Set(),
})

const FAILURES_UNTIL_ONE = 5
const SLOW_MS = 250
const MOST_COUNTED = 20_000
const SHORTEST_WAIT_MS = 200
const LONGEST_WAIT_MS = 600_000
