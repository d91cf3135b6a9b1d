import { ROTATION_MS } from '../../domain/webhook.ts'
import type { WebhookStatus } from '../../domain/webhook.ts'
import { execute, many, maybeOne, one, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'
import { auditMerchant } from './merchant-audit.ts'
import type { MerchantAct } from './merchant-audit.ts'
import { newSecret, sealSecret } from './sealed-secret.ts'
import type { Envelope, SealedSecret } from './sealed-secret.ts'

export interface WebhookRow {
  webhookId: string
  url: string
  types: string[] | null
  description: string | null
  status: WebhookStatus
  createdAt: Date
  failingSince: Date | null
  nextAttemptAt: Date | null
  /** Until when the secret before the present one signs beside it. */
  previousUntil: Date | null
  lastAttempt: WebhookAttempt | null
}

interface WebhookAttempt {
  eventId: string
  at: string
  httpStatus: number | null
  durationMs: number
  problem: string | null
}

/** One delivery with what both sides said; a test has no event, and of it only the answer is kept. */
export interface WebhookDelivery {
  eventId: string
  type: string | null
  at: Date
  url: string
  httpStatus: number | null
  durationMs: number
  problem: string | null
  sent: string | null
  answered: string | null
}

export interface WebhookChange {
  url?: string | undefined
  types?: readonly string[] | null | undefined
  description?: string | undefined
  status?: WebhookStatus | undefined
  /** Whatever has happened from then on is sent again, in order. */
  resendSince?: string | undefined
}

/** The webhooks of merchants. Every call names the merchant, and each change is audited with it. */
export interface Webhooks {
  list(merchantId: string): Promise<WebhookRow[]>
  find(merchantId: string, webhookId: string): Promise<WebhookRow | undefined>
  /** The latest first. */
  deliveries(webhookId: string): Promise<WebhookDelivery[]>
  /** It is told what happens from now on. Undefined when the merchant has as many as it may. */
  create(
    webhookId: string,
    given: WebhookChange & { url: string },
    act: MerchantAct & { most: number },
  ): Promise<{ secret: string } | undefined>
  /** Whatever it stumbled over, a changed one starts afresh, with the event that it stopped at. */
  change(webhookId: string, change: WebhookChange, act: MerchantAct): Promise<boolean>
  rotate(webhookId: string, act: MerchantAct): Promise<string | undefined>
  /** The active ones that want an event of this type and are past it; the others will be told anyway. */
  past(merchantId: string, eventId: string): Promise<string[]>
  remove(webhookId: string, act: MerchantAct): Promise<boolean>
}

export function createWebhooks(pool: DbPool, envelope: Envelope): Webhooks {
  /** One transaction in which the merchant's webhook is locked, if there is such a one. */
  const withOwn = <T>(webhookId: string, act: MerchantAct, work: (db: Db) => Promise<T>) =>
    transaction(pool, async (db) => {
      const own = await maybeOne(db, LOCK, [act.merchantId, webhookId])
      return own ? await work(db) : undefined
    })

  return {
    list: (merchantId) => listWebhooks(pool, merchantId),
    find: (merchantId, webhookId) => maybeOne(pool, LIST, [merchantId, webhookId]),

    deliveries: (webhookId) => many(pool, DELIVERIES, [webhookId]),

    past: async (merchantId, eventId) =>
      (await many<{ id: string }>(pool, PAST, [merchantId, eventId])).map(({ id }) => id),

    create: async (webhookId, given, act) => {
      const secret = newSecret()
      const sealed = await sealSecret(envelope, act.merchantId, secret)
      return transaction(pool, async (db) => {
        await execute(db, LOCK_MERCHANT, [act.merchantId])
        const { count } = await one<{ count: number }>(db, COUNT, [act.merchantId])
        if (count >= act.most) return undefined
        const { url, types = null, description = null } = given
        await execute(db, NUMBER, [act.merchantId])
        await execute(db, INSERT, [webhookId, act.merchantId, url, types, description])
        await insertSecret(db, webhookId, act.merchantId, sealed)
        await auditMerchant(db, act, 'webhook.create', webhookId, given)
        return { secret }
      })
    },

    change: async (webhookId, change, act) => {
      const { url = null, types, description = null, status = null, resendSince = null } = change
      const done = await withOwn(webhookId, act, async (db) => {
        const values = [webhookId, url, types !== undefined, types ?? null, description, status]
        if (resendSince !== null) await execute(db, NUMBER, [act.merchantId])
        await execute(db, CHANGE, [...values, resendSince])
        await auditMerchant(db, act, 'webhook.change', webhookId, change)
        return true
      })
      return done ?? false
    },

    rotate: async (webhookId, act) => {
      const secret = newSecret()
      const sealed = await sealSecret(envelope, act.merchantId, secret)
      return withOwn(webhookId, act, async (db) => {
        await execute(db, FORGET_PREVIOUS, [webhookId])
        await execute(db, MAKE_PREVIOUS, [webhookId, new Date(Date.now() + ROTATION_MS)])
        await insertSecret(db, webhookId, act.merchantId, sealed)
        await auditMerchant(db, act, 'webhook.rotate', webhookId)
        return secret
      })
    },

    remove: async (webhookId, act) => {
      const done = await withOwn(webhookId, act, async (db) => {
        await execute(db, REMOVE, [webhookId])
        await auditMerchant(db, act, 'webhook.delete', webhookId)
        return true
      })
      return done ?? false
    },
  }
}

export const listWebhooks = (db: Db, merchantId: string): Promise<WebhookRow[]> =>
  many(db, LIST, [merchantId, null])

async function insertSecret(db: Db, webhookId: string, merchantId: string, sealed: SealedSecret) {
  const { record_id, key_id, wrapped_key, ciphertext } = sealed
  const values = [webhookId, merchantId, record_id, key_id, wrapped_key, ciphertext]
  await execute(db, INSERT_WEBHOOK_SECRET, values)
}

const LIST = statement(
  'webhook_list',
  `select w.webhook_id as "webhookId", w.url, w.types, w.description, w.status,
     w.created_at as "createdAt", w.failing_since as "failingSince",
     w.next_attempt_at as "nextAttemptAt",
     (select valid_until from webhook_secret s
       where s.webhook_id = w.webhook_id and slot = 2 and valid_until > now()) as "previousUntil",
     (select jsonb_build_object('eventId', a.event_id, 'at', a.at, 'httpStatus', a.status,
               'durationMs', a.latency_ms, 'problem', a.problem)
        from webhook_attempt a where a.webhook_id = w.webhook_id
       order by a.at desc limit 1) as "lastAttempt"
   from webhook w where w.merchant_id = $1 and ($2::text is null or w.webhook_id = $2)
   order by w.created_at, w.webhook_id`,
)

const DELIVERIES = statement(
  'webhook_recent_deliveries',
  `select a.event_id as "eventId", event_type(n.kind, n.body) as type, a.at, a.url,
     a.status as "httpStatus", a.latency_ms as "durationMs", a.problem, n.body as sent,
     a.answer as answered
   from webhook_attempt a left join notification n on n.event_id = a.event_id
   where a.webhook_id = $1 order by a.at desc limit 25`,
)

const PAST = statement(
  'webhook_past',
  `select w.webhook_id as id from webhook w join notification n on n.merchant_id = w.merchant_id
   where w.merchant_id = $1 and n.event_id = $2 and w.status = 'ACTIVE'
     and w.position >= n.position and (w.types is null or event_type(n.kind, n.body) = any(w.types))
   order by w.created_at, w.webhook_id`,
)

const LOCK = statement(
  'webhook_lock',
  'select 1 from webhook where merchant_id = $1 and webhook_id = $2 for update',
)
const LOCK_MERCHANT = statement(
  'webhook_lock_merchant',
  'select 1 from merchant where mid = $1 for no key update',
)
const COUNT = statement(
  'webhook_count',
  'select count(*)::int as count from webhook where merchant_id = $1',
)
const NUMBER = statement('webhook_number_events', 'select number_events($1)')
const INSERT = statement(
  'webhook_insert',
  `insert into webhook (webhook_id, merchant_id, url, types, description, position)
   values ($1, $2, $3, $4, $5,
     (select coalesce(max(position), 0) from notification where merchant_id = $2))`,
)
export const INSERT_WEBHOOK_SECRET = statement(
  'webhook_insert_secret',
  `insert into webhook_secret
     (webhook_id, merchant_id, slot, record_id, key_id, wrapped_key, ciphertext)
   values ($1, $2, 1, $3, $4, $5, $6)`,
)
const CHANGE = statement(
  'webhook_change',
  `update webhook set
     url = coalesce($2, url),
     types = case when $3 then $4::text[] else types end,
     description = coalesce($5, description),
     status = coalesce($6, status),
     position = least(position, (select min(n.position) - 1 from notification n
       where n.merchant_id = webhook.merchant_id and n.created_at >= $7::timestamptz)),
     attempts = 0, next_attempt_at = null, failing_since = null, warned_at = null
   where webhook_id = $1`,
)
const FORGET_PREVIOUS = statement(
  'webhook_forget_previous',
  'delete from webhook_secret where webhook_id = $1 and slot = 2',
)
const MAKE_PREVIOUS = statement(
  'webhook_make_previous',
  'update webhook_secret set slot = 2, valid_until = $2 where webhook_id = $1 and slot = 1',
)
const REMOVE = statement('webhook_remove', 'delete from webhook where webhook_id = $1')
