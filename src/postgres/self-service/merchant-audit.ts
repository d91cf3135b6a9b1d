import type { Db } from '../db.ts'
import { auditOperator } from '../operator-audit.ts'

/** Who changes something of a merchant's own, and from where. */
export interface MerchantAct {
  merchantId: string
  /** As it stands in other records: `merchant/…`. */
  actor: string
  origin: string
}

/** What merchants change by themselves stands in the same audit as what operators do. */
export const auditMerchant = (
  db: Db,
  { actor, origin }: MerchantAct,
  action: string,
  subject: string,
  detail: object = {},
): Promise<void> =>
  auditOperator(db, { operator: actor, action, subject, origin, outcome: 'done', detail })
