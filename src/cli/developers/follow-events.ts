import { setTimeout as sleep } from 'node:timers/promises'
import {
  ConnectionError,
  RateLimitError,
  UnavailableError,
} from '../../../sdk/typescript/src/index.ts'
import type { Schemas, Tollgate } from '../../../sdk/typescript/src/index.ts'

import { present } from '../../domain/present.ts'

export type MerchantEvent = Schemas['MerchantEvent']

interface Following {
  tollgate: Pick<Tollgate, 'events'>
  /** The event that was taken last; from the first one when there is none. */
  after: string | undefined
  types?: MerchantEvent['type'][] | undefined
  take: (event: MerchantEvent) => Promise<void>
  /** Said once for each time that the gateway goes away. */
  away: (error: Error) => void
  signal: AbortSignal
  pauseMs?: number
}

const PAUSE_MS = 2_000

/** Every event in its order, without a gap, through any number of times that the gateway is away. */
export async function followEvents(given: Following): Promise<void> {
  const { tollgate, types, take, signal, pauseMs = PAUSE_MS } = given
  let { after: last } = given
  let isAway = false
  while (!signal.aborted) {
    const from = present({ after: last, types })
    try {
      for await (const event of tollgate.events.follow(from, signal)) {
        isAway = false
        await take(event)
        last = event.eventId
      }
    } catch (error) {
      if (!isPassing(error)) throw error
      if (!isAway) given.away(error)
      isAway = true
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

const isPassing = (error: unknown): error is Error =>
  error instanceof ConnectionError ||
  error instanceof UnavailableError ||
  error instanceof RateLimitError

/** Where the list of events ends now; undefined when nothing has happened yet. */
export async function newestEvent({
  events,
}: Pick<Tollgate, 'events'>): Promise<string | undefined> {
  for await (const { eventId } of events.list({ order: 'created_desc', limit: 1 })) return eventId
  return undefined
}
