import { many, statement } from '../db.ts'
import type { Db } from '../db.ts'
import { auditOperator } from '../operator-audit.ts'

/** Who changes something of a merchant's own, and from where. */
export interface MerchantAct {
  merchantId: string
  /** As it stands in other records: `merchant/…`. */
  actor: string
  /** What the merchant calls the key that was used. */
  keyName?: string
  origin: string
}

/** What merchants change by themselves stands in the same audit as what operators do. */
export const auditMerchant = (
  db: Db,
  { actor, keyName, origin }: MerchantAct,
  action: string,
  subject: string,
  detail: object = {},
): Promise<void> =>
  auditOperator(db, {
    operator: actor,
    action,
    subject,
    origin,
    outcome: 'done',
    detail: keyName === undefined ? detail : { ...detail, keyName },
  })

/** What was changed with the credentials of a merchant: its secret, its keys, its people. */
export interface MerchantChangeLine {
  at: Date
  who: string
  action: string
  subject: string
  origin: string
}

export const changesBy = (db: Db, merchantId: string, since: Date): Promise<MerchantChangeLine[]> =>
  many(db, CHANGES, [since, merchantId])

const CHANGES = statement(
  'merchant_audit_changes',
  `select at, operator as who, action, subject, origin from operator_audit
    where at >= $1 and outcome = 'done' and split_part(action, '.', 1) in ('key', 'webhook', 'link', 'account', 'portal')
      and (operator = 'merchant/' || $2 or starts_with(operator, 'merchant/' || $2 || '/')
        or (starts_with(operator, 'person/') and split_part(operator, '/', 3) = $2))
    order by at, id`,
)
