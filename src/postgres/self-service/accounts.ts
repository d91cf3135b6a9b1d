import { createHash } from 'node:crypto'
import { logoPath } from '../../domain/looks/logo-address.ts'
import type { Merchant } from '../../domain/merchant.ts'
import type { PictureType } from '../../domain/looks/picture.ts'
import { execute, maybeOne, statement, transaction } from '../db.ts'
import type { DbPool } from '../db.ts'
import { saveMerchant } from '../merchants.ts'
import type { MerchantChange } from '../merchants.ts'
import { auditMerchant } from './merchant-audit.ts'
import type { MerchantAct } from './merchant-audit.ts'

/** What merchants change of their own record. */
export interface Accounts {
  /** The change and its line in the audit are one transaction. A logo that is named no more is gone. */
  change(merchant: MerchantChange, act: MerchantAct & { detail: object }): Promise<void>
  /** Takes the place of whatever was shown before. */
  putLogo(merchant: Merchant, logo: Logo, act: MerchantAct): Promise<void>
  /** By the path that the merchant's record names, and by no other. */
  findLogo(merchantId: string, path: string): Promise<Logo | undefined>
  /** Whether a merchant has its payment page under this name. */
  hasPageHost(host: string): Promise<boolean>
}

export interface Logo {
  mediaType: PictureType
  content: Buffer
}

export const createAccounts = (pool: DbPool): Accounts => ({
  change: (merchant, { detail, ...act }) =>
    transaction(pool, async (db) => {
      const { merchantId, logoUrl, cleared = [] } = merchant
      await saveMerchant(db, merchant)
      if (logoUrl !== undefined || cleared.includes('logoUrl'))
        await execute(db, REMOVE_LOGO, [merchantId])
      await auditMerchant(db, act, 'account.change', merchantId, detail)
    }),

  putLogo: ({ merchantId, kind, name }, { mediaType, content }, act) =>
    transaction(pool, async (db) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const logoUrl = logoPath(merchantId, sha256, mediaType)
      await saveMerchant(db, { merchantId, kind, name, logoUrl })
      await execute(db, PUT_LOGO, [merchantId, logoUrl, mediaType, content])
      const detail = { mediaType, sha256, bytes: content.length }
      await auditMerchant(db, act, 'account.logo', merchantId, detail)
    }),

  findLogo: (merchantId, path) => maybeOne<Logo>(pool, FIND_LOGO, [merchantId, path]),
  hasPageHost: async (host) => (await maybeOne(pool, HAS_PAGE_HOST, [host])) !== undefined,
})

const REMOVE_LOGO = statement('logo_remove', 'delete from merchant_logo where merchant_id = $1')

const PUT_LOGO = statement(
  'logo_put',
  `insert into merchant_logo (merchant_id, path, media_type, content) values ($1, $2, $3, $4)
   on conflict (merchant_id) do update set
     path = $2, media_type = $3, content = $4, created_at = clock_timestamp()`,
)

const HAS_PAGE_HOST = statement(
  'page_host_has',
  `select true as "has" from merchant
    where settings ->> 'pageHost' = $1 and status = 'active' limit 1`,
)

const FIND_LOGO = statement(
  'logo_find',
  `select media_type as "mediaType", content from merchant_logo where merchant_id = $1 and path = $2`,
)
