import type { EventType } from '../../domain/event-type.ts'
import { execute, many, maybeOne, statement } from '../db.ts'
import type { Db } from '../db.ts'
import { createEventWaits } from './event-waits.ts'
import type { AwaitEvents } from './event-waits.ts'
import type { EventPlace, EventReader, MerchantEventRow } from './merchant-event-row.ts'

export interface EventAttempt {
  at: Date
  url: string | null
  status: number | null
  durationMs: number
  problem: string | null
}

/** What happened to a merchant's payments and tokens, in one order that never changes. */
export interface MerchantEvents {
  page(reader: EventReader, place: EventPlace): Promise<MerchantEventRow[]>
  awaitPage: AwaitEvents
  find(reader: EventReader, eventId: string): Promise<MerchantEventRow | undefined>
  /** Where an event stands among those of its merchant; none when it is not the reader's. */
  position(reader: EventReader, eventId: string): Promise<number | undefined>
  attempts(eventId: string): Promise<EventAttempt[]>
}

// An agent reads what was made through it, the merchant itself everything of its own.
const OF_READER = `n.merchant_id = $1 and ($2::text is null or exists (
    select 1 from payment p where p.payment_id = n.owner_id and p.agent_id = $2
    union all
    select 1 from tokenization t where t.tokenizer_id = n.owner_id and t.agent_id = $2))`
export const EVENT_COLUMNS = `n.event_id as "eventId", event_type(n.kind, n.body) as type,
  n.created_at as "createdAt", n.body::json as data`

const NUMBER = statement('events_number', 'select number_events($1)')
const pageFrom = (comparison: string, direction: string, types = '') =>
  `select ${EVENT_COLUMNS} from notification n
    where ${OF_READER} and n.position ${comparison} $3 ${types}
    order by n.position ${direction} limit $4`
const PAGE = statement('events_page', pageFrom('>', 'asc'))
const PAGE_BACK = statement('events_page_back', pageFrom('<', 'desc'))
// Planned for the types that are asked for: what is rare has an index of its own.
const OF_TYPES = 'and n.kind = any($6) and event_type(n.kind, n.body) = any($5)'
const TYPED = pageFrom('>', 'asc', OF_TYPES)
const TYPED_BACK = pageFrom('<', 'desc', OF_TYPES)
const FIND = statement(
  'events_find',
  `select ${EVENT_COLUMNS} from notification n where n.event_id = $3 and ${OF_READER}`,
)
const POSITION = statement(
  'events_position',
  `select n.position from notification n where n.event_id = $3 and ${OF_READER}`,
)
const ATTEMPTS = statement(
  'events_attempts',
  `select at, url, status, latency_ms as "durationMs", problem
     from (select at, url, status, latency_ms, problem from notification_attempt where event_id = $1
           union all
           select at, url, status, latency_ms, problem from webhook_attempt where event_id = $1) made
    order by at`,
)

export const createMerchantEvents = (db: Db): MerchantEvents => ({
  page: (reader, place) => readPage(db, reader, place),
  awaitPage: createEventWaits(db, (reader, place) => readPage(db, reader, place)),
  find: ({ merchantId, agentId }, eventId) =>
    maybeOne(db, FIND, [merchantId, agentId ?? null, eventId]),
  position: async ({ merchantId, agentId }, eventId) => {
    await execute(db, NUMBER, [merchantId])
    const values = [merchantId, agentId ?? null, eventId]
    return (await maybeOne<{ position: number }>(db, POSITION, values))?.position
  },
  attempts: (eventId) => many(db, ATTEMPTS, [eventId]),
})

async function readPage(
  db: Db,
  { merchantId, agentId }: EventReader,
  { after, limit, types, newestFirst = false }: EventPlace,
): Promise<MerchantEventRow[]> {
  await execute(db, NUMBER, [merchantId])
  const from = after ?? (newestFirst ? Number.MAX_SAFE_INTEGER : 0)
  const values = [merchantId, agentId ?? null, from, limit]
  if (types === undefined) return many(db, newestFirst ? PAGE_BACK : PAGE, values)
  const kinds = [...new Set(types.map(kindOf))]
  return many(db, newestFirst ? TYPED_BACK : TYPED, [...values, types, kinds])
}

/** The first word of a type is its kind, as `event_type` makes it. */
const kindOf = (type: EventType): string => {
  const [word = ''] = type.split('.')
  return word === 'token' ? 'tokenizer' : word
}
