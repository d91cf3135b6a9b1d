import type { Merchant, MerchantSettings } from '../domain/merchant.ts'
import { readSettings, settingProblems } from '../domain/merchant-settings.ts'
import { keepNewest } from '../process/keep-newest.ts'
import { execute, maybeOne, statement } from './db.ts'
import type { Db, DbPool } from './db.ts'
import { createMerchantSecrets } from './merchant-secrets.ts'
import type { MerchantSecrets } from './merchant-secrets.ts'
import type { Envelope } from './self-service/sealed-secret.ts'

export interface Merchants extends MerchantSecrets {
  /**
   * Never stale: one small read tells whether the record kept in memory is still true. Whoever has just
   * read the version with something else saves that read.
   */
  find(merchantId: string, version?: number): Promise<Merchant | undefined>
  /** Undefined fields stay as they are, or take their default in a new record. */
  save(merchant: MerchantChange): Promise<void>
  /** Disabling ends every token of the merchant at once. */
  setStatus(merchantId: string, status: Merchant['status']): Promise<void>
  /** Stops notifications until the address is saved again or somebody resumes them. */
  pauseNotifications(merchantId: string, paused: boolean): Promise<void>
  agree(agentId: string, merchantId: string): Promise<void>
  /** False when there was no such agreement. */
  endAgreement(agentId: string, merchantId: string): Promise<boolean>
  /** False when they had agreed already. */
  agreeOnMarketplace(merchantId: string, partMerchantId: string): Promise<boolean>
  endMarketplace(merchantId: string, partMerchantId: string): Promise<boolean>
}

type MerchantAddress = 'url' | 'redirectUrl' | 'logoUrl' | 'notificationUrl'

export type MerchantChange = Pick<Merchant, 'merchantId' | 'kind' | 'name'> &
  Partial<Pick<Merchant, 'mcc' | 'country' | MerchantAddress>> & {
    settings?: Partial<MerchantSettings>
    /** What is to be as if it had never been set. */
    cleared?: readonly (MerchantAddress | keyof MerchantSettings)[]
  }

const readVersion = async (db: Db, merchantId: string): Promise<number | undefined> =>
  (await maybeOne<{ version: number }>(db, READ_VERSION, [merchantId]))?.version

export function createMerchants(pool: DbPool, envelope: Envelope): Merchants {
  const kept = new Map<string, { version: number; merchant: Merchant }>()

  const read = async (merchantId: string): Promise<Merchant | undefined> => {
    const row = await maybeOne<Row>(pool, READ, [merchantId])
    if (!row) return undefined
    const merchant = toMerchant(row)
    keepNewest(kept, MAX_KEPT, [merchantId, { version: row.version, merchant }])
    return merchant
  }

  return {
    ...createMerchantSecrets(pool, envelope),

    find: async (merchantId, version) => {
      const known = kept.get(merchantId)
      if (!known) return read(merchantId)
      const now = version ?? (await readVersion(pool, merchantId))
      return now === known.version ? known.merchant : read(merchantId)
    },

    save: (merchant) => saveMerchant(pool, merchant),

    setStatus: async (merchantId, status) => {
      await execute(pool, SET_STATUS, [merchantId, status])
    },

    pauseNotifications: async (merchantId, paused) => {
      await execute(pool, PAUSE, [merchantId, paused])
    },

    agree: async (agentId, merchantId) => {
      await execute(pool, AGREE, [agentId, merchantId])
    },

    endAgreement: async (agentId, merchantId) =>
      (await execute(pool, END_AGREEMENT, [agentId, merchantId])) === 1,

    agreeOnMarketplace: async (merchantId, partMerchantId) =>
      (await execute(pool, AGREE_ON_MARKETPLACE, [merchantId, partMerchantId])) === 1,

    endMarketplace: async (merchantId, partMerchantId) =>
      (await execute(pool, END_MARKETPLACE, [merchantId, partMerchantId])) === 1,
  }
}

/** Also inside a transaction of somebody else's. */
export async function saveMerchant(db: Db, merchant: MerchantChange): Promise<void> {
  const [problem] = settingProblems(merchant.settings ?? {})
  if (problem !== undefined) throw new RangeError(problem)
  await execute(db, SAVE, [
    merchant.merchantId,
    merchant.kind,
    merchant.name,
    merchant.mcc ?? null,
    merchant.country ?? null,
    merchant.url ?? null,
    merchant.redirectUrl ?? null,
    merchant.logoUrl ?? null,
    merchant.notificationUrl ?? null,
    JSON.stringify(merchant.settings ?? {}),
    merchant.cleared ?? [],
  ])
}

/** Cheaper than `find` for whoever needs no more than this. */
export const merchantExists = async (db: Db, merchantId: string): Promise<boolean> =>
  (await maybeOne(db, READ_VERSION, [merchantId])) !== undefined

const MAX_KEPT = 10_000

interface Row {
  mid: string
  kind: 'merchant' | 'agent'
  name: string
  mcc: string
  country: string
  url: string | null
  redirect_url: string | null
  logo_url: string | null
  status: 'active' | 'disabled'
  credentials_version: number
  notification_url: string | null
  notifications_paused: boolean
  settings: Partial<MerchantSettings>
  version: number
  agents: string[]
  partners: string[]
}

const toMerchant = (row: Row): Merchant => ({
  merchantId: row.mid,
  kind: row.kind,
  name: row.name,
  mcc: row.mcc,
  country: row.country,
  ...(row.url !== null && { url: row.url }),
  ...(row.redirect_url !== null && { redirectUrl: row.redirect_url }),
  ...(row.logo_url !== null && { logoUrl: row.logo_url }),
  status: row.status,
  credentialsVersion: row.credentials_version,
  ...(row.notification_url !== null && { notificationUrl: row.notification_url }),
  notificationsPaused: row.notifications_paused,
  settings: readSettings(row.settings),
  agents: row.agents,
  marketplacePartners: row.partners,
})

const READ = statement(
  'merchant_read',
  `select mid, kind, name, mcc, country, url, redirect_url, logo_url, status, credentials_version,
     notification_url, notifications_paused, settings, version,
     array(select agent_id from agreement where merchant_id = mid order by 1) as agents,
     array(select part_merchant_id from marketplace_agreement where merchant_id = mid order by 1)
       as partners
   from merchant where mid = $1`,
)

const READ_VERSION = statement(
  'merchant_read_version',
  'select version from merchant where mid = $1',
)

// A notification address that is saved again also takes notifications again.
const SAVE = statement(
  'merchant_save',
  `insert into merchant as m (mid, kind, name, mcc, country, url, redirect_url, logo_url,
     notification_url, settings)
   values ($1, $2, $3, coalesce($4, '5999'), coalesce($5, 'PL'), $6, $7, $8, $9, $10)
   on conflict (mid) do update set
     kind = $2, name = $3, mcc = coalesce($4, m.mcc), country = coalesce($5, m.country),
     url = case when 'url' = any($11) then null else coalesce($6, m.url) end,
     redirect_url = case when 'redirectUrl' = any($11) then null else coalesce($7, m.redirect_url) end,
     logo_url = case when 'logoUrl' = any($11) then null else coalesce($8, m.logo_url) end,
     notification_url = case when 'notificationUrl' = any($11) then null
       else coalesce($9, m.notification_url) end,
     notifications_paused = m.notifications_paused and $9 is null and 'notificationUrl' <> all($11),
     settings = (m.settings || $10::jsonb) - $11::text[]`,
)

const SET_STATUS = statement(
  'merchant_set_status',
  'update merchant set status = $2 where mid = $1 and status <> $2',
)

const PAUSE = statement(
  'merchant_pause_notifications',
  'update merchant set notifications_paused = $2 where mid = $1',
)

const AGREE = statement(
  'merchant_agree',
  'insert into agreement (agent_id, merchant_id) values ($1, $2) on conflict do nothing',
)

const AGREE_ON_MARKETPLACE = statement(
  'merchant_agree_on_marketplace',
  `insert into marketplace_agreement (merchant_id, part_merchant_id) values ($1, $2)
   on conflict do nothing`,
)

const END_AGREEMENT = statement(
  'merchant_end_agreement',
  'delete from agreement where agent_id = $1 and merchant_id = $2',
)

const END_MARKETPLACE = statement(
  'merchant_end_marketplace',
  'delete from marketplace_agreement where merchant_id = $1 and part_merchant_id = $2',
)
