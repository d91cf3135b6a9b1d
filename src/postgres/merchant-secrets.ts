import { isSameSecret } from '../process/is-same-secret.ts'
import { execute, many, one, statement, transaction } from './db.ts'
import type { Db, DbPool } from './db.ts'
import { newSecret, openSecret, sealSecret } from './self-service/sealed-secret.ts'
import { INSERT_WEBHOOK_SECRET } from './self-service/webhooks.ts'
import type { Envelope, SealedSecret } from './self-service/sealed-secret.ts'

export interface MerchantSecrets {
  /** Whether this is the login secret of an active merchant; as slow for one that is not there. */
  isLogin(merchantId: string, secret: string): Promise<boolean>
  /** With which notifications are signed: the current one first, then the one before it. */
  notificationSecrets(merchantId: string): Promise<string[]>
  /** Ends every token of the merchant at once. Without a secret, a new one is made. */
  rotateLogin(merchantId: string, secret?: string): Promise<string>
  /** The one before it stays valid until `endRotation`. */
  rotateNotification(merchantId: string, secret?: string): Promise<string>
  endRotation(merchantId: string): Promise<void>
  /**
   * After a leak: a new login and notification secret, a new one of every webhook, none of the old ones
   * valid for a moment longer, and the end of every token and API key; all of it or nothing.
   */
  rotateAll(merchantId: string): Promise<RotatedAll>
}

export interface RotatedAll {
  login: string
  notification: string
  webhooks: { webhookId: string; url: string; secret: string }[]
  endedKeys: { keyId: string; name: string }[]
}

export function createMerchantSecrets(pool: DbPool, envelope: Envelope): MerchantSecrets {
  const open = (row: Row): Promise<string> => openSecret(envelope, row.mid, row)
  const nobody = makeNobody(envelope)

  return {
    isLogin: async (merchantId, secret) => {
      const { mid, record_id, key_id, wrapped_key, ciphertext } = await nobody()
      const values = [merchantId, mid, record_id, key_id, wrapped_key, ciphertext]
      const row = await one<Row & { status: string }>(pool, LOGIN, values)
      return isSameSecret(await open(row), secret) && row.status === 'active'
    },

    notificationSecrets: async (merchantId) =>
      Promise.all((await many<Row>(pool, NOTIFICATION, [merchantId])).map(open)),

    rotateLogin: async (merchantId, secret = newSecret()) => {
      const row = await seal(envelope, merchantId, secret)
      await transaction(pool, async (db) => {
        await execute(db, REMOVE, [merchantId, 'login', 1])
        await insert(db, 'login', row)
        await execute(db, END_TOKENS, [merchantId])
      })
      return secret
    },

    rotateNotification: async (merchantId, secret = newSecret()) => {
      const row = await seal(envelope, merchantId, secret)
      await transaction(pool, async (db) => {
        await execute(db, LOCK, [merchantId])
        await execute(db, REMOVE, [merchantId, 'notification', 2])
        await execute(db, MAKE_PREVIOUS, [merchantId])
        await insert(db, 'notification', row)
      })
      return secret
    },

    endRotation: async (merchantId) => {
      await execute(pool, REMOVE, [merchantId, 'notification', 2])
    },

    rotateAll: (merchantId) => rotateAll(pool, envelope, merchantId),
  }
}

async function rotateAll(
  pool: DbPool,
  envelope: Envelope,
  merchantId: string,
): Promise<RotatedAll> {
  const [login, notification] = [newSecret(), newSecret()]
  return transaction(pool, async (db) => {
    await execute(db, LOCK, [merchantId])
    await execute(db, REMOVE_ALL, [merchantId])
    await insert(db, 'login', await seal(envelope, merchantId, login))
    await insert(db, 'notification', await seal(envelope, merchantId, notification))
    await execute(db, END_TOKENS, [merchantId])
    const endedKeys = await many<RotatedAll['endedKeys'][number]>(db, END_KEYS, [merchantId])
    const webhooks = await many<{ webhookId: string; url: string }>(db, WEBHOOKS, [merchantId])
    const rotated: RotatedAll['webhooks'] = []
    for (const webhook of webhooks) {
      const secret = newSecret()
      await replaceSecret(db, webhook.webhookId, await seal(envelope, merchantId, secret))
      rotated.push({ ...webhook, secret })
    }
    return { login, notification, webhooks: rotated, endedKeys }
  })
}

async function replaceSecret(db: Db, webhookId: string, row: Row): Promise<void> {
  await execute(db, REMOVE_OF_WEBHOOK, [webhookId])
  const { mid, record_id, key_id, wrapped_key, ciphertext } = row
  const values = [webhookId, mid, record_id, key_id, wrapped_key, ciphertext]
  await execute(db, INSERT_WEBHOOK_SECRET, values)
}

interface Row extends SealedSecret {
  mid: string
}

/** The row that is read and opened when there is none, so that the time tells nothing. */
function makeNobody(envelope: Envelope): () => Promise<Row> {
  let row: Promise<Row> | undefined
  return () => (row ??= seal(envelope, 'nobody', newSecret()))
}

const seal = async (envelope: Envelope, merchantId: string, secret: string): Promise<Row> => ({
  mid: merchantId,
  ...(await sealSecret(envelope, merchantId, secret)),
})

async function insert(db: Db, purpose: 'login' | 'notification', row: Row): Promise<void> {
  const { mid, record_id, key_id, wrapped_key, ciphertext } = row
  await execute(db, INSERT, [mid, purpose, record_id, key_id, wrapped_key, ciphertext])
}

const LOGIN = statement(
  'merchant_secret_login',
  `select 1 as choice, m.mid, m.status, s.record_id, s.key_id, s.wrapped_key, s.ciphertext
   from merchant m join merchant_secret s on s.mid = m.mid and s.purpose = 'login'
   where m.mid = $1
   union all
   select 2, $2::text, 'nobody', $3::text, $4::text, $5::bytea, $6::bytea
   order by choice limit 1`,
)

const NOTIFICATION = statement(
  'merchant_secret_notification',
  `select mid, record_id, key_id, wrapped_key, ciphertext
   from merchant_secret where mid = $1 and purpose = 'notification' order by slot`,
)

const INSERT = statement(
  'merchant_secret_insert',
  `insert into merchant_secret (mid, purpose, slot, record_id, key_id, wrapped_key, ciphertext)
   values ($1, $2, 1, $3, $4, $5, $6)`,
)

const REMOVE = statement(
  'merchant_secret_remove',
  'delete from merchant_secret where mid = $1 and purpose = $2 and slot = $3',
)

const MAKE_PREVIOUS = statement(
  'merchant_secret_make_previous',
  `update merchant_secret set slot = 2 where mid = $1 and purpose = 'notification' and slot = 1`,
)

const LOCK = statement('merchant_lock', 'select mid from merchant where mid = $1 for update')

const END_TOKENS = statement(
  'merchant_end_tokens',
  'update merchant set credentials_version = credentials_version + 1 where mid = $1',
)

const REMOVE_ALL = statement(
  'merchant_secret_remove_all',
  'delete from merchant_secret where mid = $1',
)

const END_KEYS = statement(
  'merchant_end_keys',
  `update api_key set revoked_at = now()
    where merchant_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())
   returning key_id as "keyId", name`,
)

const WEBHOOKS = statement(
  'merchant_webhooks_to_rotate',
  `select webhook_id as "webhookId", url from webhook where merchant_id = $1
    order by created_at, webhook_id for update`,
)

const REMOVE_OF_WEBHOOK = statement(
  'merchant_remove_webhook_secrets',
  'delete from webhook_secret where webhook_id = $1',
)
