import type { Caller } from './auth/caller.ts'
import { Refused } from './refused.ts'

/** How many answers are held back at once, for whom: each is a connection and a place in memory. */
const PLACES = { events: 20, subject: 20, caller: 1_000 }

export type WaitingPlaces = ReturnType<typeof createWaitingPlaces>

/**
 * Places to wait in, in this process. A merchant waits for many payments and a payer for one; nobody has
 * a reason to wait for the same thing many times over.
 */
export function createWaitingPlaces(places = PLACES) {
  const taken = new Map<string, number>()

  async function hold<T>(
    wanted: readonly [key: string, most: number][],
    wait: () => Promise<T>,
  ): Promise<T> {
    if (wanted.some(([key, most]) => (taken.get(key) ?? 0) >= most))
      throw new Refused('rate_limited', { detail: 'Too many requests wait for an answer already' })
    for (const [key] of wanted) taken.set(key, (taken.get(key) ?? 0) + 1)
    try {
      return await wait()
    } finally {
      for (const [key] of wanted) {
        const left = (taken.get(key) ?? 1) - 1
        if (left === 0) taken.delete(key)
        else taken.set(key, left)
      }
    }
  }

  return {
    forEvents: <T>(caller: Caller, wait: () => Promise<T>): Promise<T> =>
      hold([[`events/${nameOf(caller)}`, places.events]], wait),
    /** For news of one payment or tokenization. */
    forSubject: <T>(caller: Caller, id: string, wait: () => Promise<T>): Promise<T> =>
      hold(
        [
          [`${nameOf(caller)}/${id}`, places.subject],
          [nameOf(caller), places.caller],
        ],
        wait,
      ),
  }
}

/** A key that others hold must not take the places of the merchant's own, nor one payer another's. */
function nameOf(caller: Caller): string {
  const { kind, merchantId, agentId = '' } = caller
  const own = kind === 'client' ? (caller.paymentId ?? caller.tokenizerId) : caller.key?.keyId
  return [kind, merchantId, agentId, own ?? ''].join('/')
}
