import { transaction } from '../db.ts'
import type { DbPool } from '../db.ts'
import { saveMerchant } from '../merchants.ts'
import type { MerchantChange } from '../merchants.ts'
import { auditMerchant } from './merchant-audit.ts'
import type { MerchantAct } from './merchant-audit.ts'

/** What merchants change of their own record. */
export interface Accounts {
  /** The change and its line in the audit are one transaction. */
  change(merchant: MerchantChange, act: MerchantAct & { detail: object }): Promise<void>
}

export const createAccounts = (pool: DbPool): Accounts => ({
  change: (merchant, { detail, ...act }) =>
    transaction(pool, async (db) => {
      await saveMerchant(db, merchant)
      await auditMerchant(db, act, 'account.change', merchant.merchantId, detail)
    }),
})
