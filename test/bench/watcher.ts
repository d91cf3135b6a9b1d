import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const LOOK_MS = 5

/** What an operation of a payment comes to in its row. */
export const ends = { capture: `phase = 'paid'`, refund: 'refunded_minor > 0' } as const

/**
 * Tells when the money of a capture or a refund has moved. One look for all who wait, in the
 * database: asking the gateway for each would be part of what is measured.
 */
export function createWatcher(db: pg.Client) {
  const waiting = new Map<string, () => void>()
  let looking = false
  const look = async (end: keyof typeof ends) => {
    looking = true
    while (waiting.size > 0) {
      const { rows } = await db.query<{ id: string }>(
        `select payment_id as id from payment where payment_id = any($1) and ${ends[end]}`,
        [[...waiting.keys()]],
      )
      for (const { id } of rows) waiting.get(id)?.()
      await sleep(LOOK_MS)
    }
    looking = false
  }
  return {
    /** One kind of end at a time. */
    until: (end: keyof typeof ends, paymentId: string): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.set(paymentId, () => {
          waiting.delete(paymentId)
          resolve()
        })
        if (!looking) look(end).catch(reject)
      }),
  }
}

export type Watcher = ReturnType<typeof createWatcher>
