import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'
import { createJointWaits } from '../joint-waits.ts'
import type { Stay } from '../joint-waits.ts'
import type { EventPlace, EventReader, MerchantEventRow } from './merchant-event-row.ts'

type ReadPage = (reader: EventReader, place: EventPlace) => Promise<MerchantEventRow[]>

/** The page that follows, once it is not empty; nothing when the time is up. */
export type AwaitEvents = (
  reader: EventReader,
  place: EventPlace,
  stay: Stay,
) => Promise<MerchantEventRow[] | undefined>

/**
 * Lets any number of callers wait for events. Those who wait for the same page are one, and one look of
 * the process tells for all merchants at once whether there is anything new to read.
 */
export function createEventWaits(db: Db, readPage: ReadPage, lookEveryMs?: number): AwaitEvents {
  const shared = createJointWaits<MerchantEventRow[]>()
  const watch = watchNewest(db, lookEveryMs)
  return (reader, place, stay) =>
    shared.join(keyOf(reader, place), stay, async (timeoutMs, signal) => {
      const end = Date.now() + timeoutMs
      for (;;) {
        // Before the page: what comes in between is then newer than what is known.
        const known = await watch.newest(reader.merchantId)
        const rows = await readPage(reader, place)
        if (rows.length > 0) return rows
        if (!signal.aborted)
          await watch.beyond(reader.merchantId, known, {
            timeoutMs: Math.max(0, end - Date.now()),
            signal,
          })
        if (signal.aborted || Date.now() >= end) return undefined
      }
    })
}

const keyOf = (
  { merchantId, agentId }: EventReader,
  { after, limit, types, newestFirst }: EventPlace,
): string => JSON.stringify([merchantId, agentId, after, limit, types, newestFirst])

const LOOK_EVERY_MS = 300

const NEWEST = statement(
  'events_newest',
  `select asked as "merchantId",
          coalesce((select max(position) from notification where merchant_id = asked), 0) as newest,
          exists (select 1 from notification
                   where merchant_id = asked and position is null) as "hasUnnumbered"
     from unnest($1::text[]) asked`,
)

interface Newest {
  merchantId: string
  newest: number
  /** Committed since somebody read last: newer than all that have a number. */
  hasUnnumbered: boolean
}

interface Waiter {
  known: number
  resume: () => void
}

function watchNewest(db: Db, everyMs = LOOK_EVERY_MS) {
  const waiting = new Map<string, Set<Waiter>>()
  let isLooking = false

  const read = (merchantIds: string[]): Promise<Newest[]> => many(db, NEWEST, [merchantIds])

  const look = async (): Promise<void> => {
    // A look that fails is made again like one that found nothing.
    const found = await read([...waiting.keys()]).catch(() => [])
    for (const { merchantId, newest, hasUnnumbered } of found)
      for (const { known, resume } of waiting.get(merchantId) ?? [])
        if (hasUnnumbered || newest > known) resume()
  }

  const lookOn = async (): Promise<void> => {
    isLooking = true
    while (waiting.size > 0) {
      await sleep(everyMs)
      await look()
    }
    isLooking = false
  }

  return {
    newest: async (merchantId: string): Promise<number> =>
      (await read([merchantId]))[0]?.newest ?? 0,
    /** Until something newer than what is known may be read, the time is up, or nobody waits. */
    beyond: async (merchantId: string, known: number, { timeoutMs, signal }: Stay) => {
      const waiters = waiting.get(merchantId) ?? new Set<Waiter>()
      waiting.set(merchantId, waiters)
      await new Promise<void>((resolve) => {
        const waiter = { known, resume }
        const timer = setTimeout(resume, timeoutMs)
        function resume() {
          clearTimeout(timer)
          signal?.removeEventListener('abort', resume)
          waiters.delete(waiter)
          if (waiters.size === 0 && waiting.get(merchantId) === waiters) waiting.delete(merchantId)
          resolve()
        }
        signal?.addEventListener('abort', resume)
        waiters.add(waiter)
        if (!isLooking) void lookOn()
      })
    },
  }
}
