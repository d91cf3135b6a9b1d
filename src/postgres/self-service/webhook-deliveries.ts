import type { AfterAttempt } from '../../domain/webhook.ts'
import { execute, many, maybeOne, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'
import { openSecret } from './sealed-secret.ts'
import type { Envelope, SealedSecret } from './sealed-secret.ts'

/** A webhook as its deliveries see it. */
export interface DueWebhook {
  webhookId: string
  merchantId: string
  url: string
  types: string[] | null
  position: number
  attempts: number
  nextAttemptAt: Date | null
  failingSince: Date | null
  warnedAt: Date | null
}

export interface WaitingEvent {
  eventId: string
  type: string
  body: string
  position: number
}

export interface WebhookAttemptRecord {
  eventId: string
  at: number
  url: string
  latencyMs: number
  status?: number | undefined
  problem?: string | undefined
  /** The beginning of what was answered, without long numbers. */
  answer?: string | undefined
}

export interface WebhookDeliveries {
  /** Undefined when it was deleted or disabled. */
  load(webhookId: string): Promise<DueWebhook | undefined>
  /** The same whatever its status: for a test message. */
  loadAny(webhookId: string): Promise<DueWebhook | undefined>
  secrets(webhook: Pick<DueWebhook, 'webhookId' | 'merchantId'>): Promise<string[]>
  /** What comes after its place, all types, in order. */
  page(webhook: DueWebhook, limit: number): Promise<WaitingEvent[]>
  /** One event of its merchant, wherever the webhook stands. */
  event(webhook: DueWebhook, eventId: string): Promise<WaitingEvent | undefined>
  /** Up to there was nothing that it asked for. False when somebody else was at it. */
  pass(webhook: DueWebhook, position: number): Promise<boolean>
  /** An attempt and what follows from it, in one transaction. False when it was changed meanwhile. */
  record(
    webhook: DueWebhook,
    event: WaitingEvent,
    attempt: WebhookAttemptRecord,
    after: AfterAttempt,
  ): Promise<boolean>
  /** An attempt beside the order of events; one that got through ends the pause before the next. */
  note(
    webhook: Pick<DueWebhook, 'webhookId' | 'url'>,
    attempt: WebhookAttemptRecord,
    gotThrough: boolean,
  ): Promise<void>
  /** Those that somebody has to look after: events wait, and the time has come. */
  behind(): Promise<string[]>
  /** The active ones of the merchants of these payments and tokenizations. */
  ofOwners(ownerIds: readonly string[]): Promise<string[]>
}

export function createWebhookDeliveries(pool: DbPool, envelope: Envelope): WebhookDeliveries {
  return {
    load: (webhookId) => maybeOne(pool, LOAD, [webhookId, false]),
    loadAny: (webhookId) => maybeOne(pool, LOAD, [webhookId, true]),
    secrets: async ({ webhookId, merchantId }) => {
      const rows = await many<SealedSecret>(pool, SECRETS, [webhookId])
      return Promise.all(rows.map((row) => openSecret(envelope, merchantId, row)))
    },
    page: async ({ merchantId, position }, limit) => {
      await execute(pool, NUMBER, [merchantId])
      return many(pool, PAGE, [merchantId, position, limit])
    },
    event: ({ merchantId }, eventId) => maybeOne(pool, EVENT, [merchantId, eventId]),
    pass: async ({ webhookId, position }, to) =>
      (await execute(pool, PASS, [webhookId, position, to])) === 1,
    record: (webhook, event, attempt, after) =>
      transaction(pool, async (db) => {
        await noteAttempt(db, webhook.webhookId, attempt)
        return follow(db, { webhook, event, attempt, after })
      }),
    note: ({ webhookId, url }, attempt, gotThrough) =>
      transaction(pool, async (db) => {
        await noteAttempt(db, webhookId, attempt)
        if (gotThrough) await execute(db, END_PAUSE, [webhookId, url])
      }),
    behind: async () => idsOf(await many(pool, BEHIND)),
    ofOwners: async (ownerIds) => idsOf(await many(pool, OF_OWNERS, [ownerIds])),
  }
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)

async function noteAttempt(db: Db, webhookId: string, attempt: WebhookAttemptRecord) {
  const { eventId, at, url, latencyMs, status = null, problem = null, answer = null } = attempt
  const values = [eventId, webhookId, new Date(at), url, latencyMs, status, problem, answer]
  await execute(db, NOTE, values)
}

interface Consequence {
  webhook: DueWebhook
  event: WaitingEvent
  attempt: WebhookAttemptRecord
  after: AfterAttempt
}

async function follow(db: Db, { webhook, event, attempt, after }: Consequence): Promise<boolean> {
  const { webhookId, position, attempts, url } = webhook
  const known = [webhookId, position, attempts, url]
  if (after.type === 'next') return (await execute(db, DELIVERED, [...known, event.position])) === 1
  if (after.type === 'disable') {
    if ((await execute(db, DISABLE, known)) === 0) return false
    await notify(db, webhook, { status: 'DISABLED', reason: after.reason })
    return false
  }
  const at = new Date(attempt.at)
  const values = [...known, at, new Date(after.at), after.warn ? at : null]
  if ((await execute(db, FAILED, values)) === 0) return false
  if (after.warn) await notify(db, webhook, { status: 'FAILING' })
  return true
}

const notify = (db: Db, { webhookId, merchantId, url }: DueWebhook, facts: object) =>
  execute(db, TELL, [webhookId, merchantId, JSON.stringify({ webhookId, url, ...facts })])

const TELL = statement('webhook_tell', `select tell_merchant($1, $2, 'webhook', $3::jsonb)`)
const LOAD = statement(
  'webhook_load',
  `select w.webhook_id as "webhookId", w.merchant_id as "merchantId", w.url, w.types, w.position,
     w.attempts, w.next_attempt_at as "nextAttemptAt", w.failing_since as "failingSince",
     w.warned_at as "warnedAt"
   from webhook w join merchant m on m.mid = w.merchant_id
   where w.webhook_id = $1 and ($2 or (w.status = 'ACTIVE' and m.status = 'active'))`,
)
const SECRETS = statement(
  'webhook_secrets',
  `select record_id, key_id, wrapped_key, ciphertext from webhook_secret
   where webhook_id = $1 and (valid_until is null or valid_until > now()) order by slot`,
)
const NUMBER = statement('webhook_events_number', 'select number_events($1)')
const EVENT_COLUMNS = `event_id as "eventId", event_type(kind, body) as type, body, position`
const EVENT = statement(
  'webhook_event',
  `select ${EVENT_COLUMNS} from notification where merchant_id = $1 and event_id = $2`,
)
const PAGE = statement(
  'webhook_events_page',
  `select ${EVENT_COLUMNS}
   from notification where merchant_id = $1 and position > $2 order by position limit $3`,
)
const PASS = statement(
  'webhook_pass',
  'update webhook set position = $3 where webhook_id = $1 and position = $2',
)
const NOTE = statement(
  'webhook_note_attempt',
  `insert into webhook_attempt (event_id, webhook_id, at, url, latency_ms, status, problem, answer)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
// It is failing until an event gets through, but the server is there: no reason to wait.
const END_PAUSE = statement(
  'webhook_end_pause',
  `update webhook set attempts = 0, next_attempt_at = null
   where webhook_id = $1 and url = $2 and status = 'ACTIVE' and next_attempt_at is not null`,
)
// Whoever changed it meanwhile, or was faster, has the last word.
const AS_KNOWN = `webhook_id = $1 and position = $2 and attempts = $3 and url = $4
  and status = 'ACTIVE'`
const DELIVERED = statement(
  'webhook_delivered',
  `update webhook set position = $5, attempts = 0, next_attempt_at = null, failing_since = null,
     warned_at = null
   where ${AS_KNOWN}`,
)
const FAILED = statement(
  'webhook_failed',
  `update webhook set attempts = attempts + 1, failing_since = coalesce(failing_since, $5),
     next_attempt_at = $6, warned_at = coalesce(warned_at, $7)
   where ${AS_KNOWN}`,
)
const DISABLE = statement(
  'webhook_disable',
  `update webhook set status = 'DISABLED', next_attempt_at = null where ${AS_KNOWN}`,
)
// One that waits for its next attempt is not to be woken: its workflow keeps that time.
const READY = `w.status = 'ACTIVE' and (w.next_attempt_at is null or w.next_attempt_at < now())`
const BEHIND = statement(
  'webhook_behind',
  `select webhook_id as id from webhook w
   where ${READY}
     and exists (select 1 from merchant m where m.mid = w.merchant_id and m.status = 'active')
     and (exists (select 1 from notification n
                   where n.merchant_id = w.merchant_id and n.position is null)
       or exists (select 1 from notification n
                   where n.merchant_id = w.merchant_id and n.position > w.position))`,
)
const OF_OWNERS = statement(
  'webhook_of_owners',
  `select w.webhook_id as id from webhook w
   where ${READY} and exists (
     select 1 from notification n
      where n.owner_id = any($1) and n.merchant_id = w.merchant_id)`,
)
