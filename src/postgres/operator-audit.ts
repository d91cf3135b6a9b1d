import type { Db } from './db.ts'
import { execute, many, statement } from './db.ts'

export interface AuditEntry {
  operator: string
  /** Such as `payment.hold` or `codec.decode`. */
  action: string
  /** What it was done to. */
  subject: string
  /** The address or machine that it came from. */
  origin: string
  outcome: string
  detail?: object
}

export interface AuditLine extends Required<AuditEntry> {
  at: Date
}

/** Writes down what an operator did or saw; nobody can take it back. */
export async function auditOperator(db: Db, entry: AuditEntry): Promise<void> {
  const { operator, action, subject, origin, outcome, detail = {} } = entry
  await execute(db, INSERT, [operator, action, subject, origin, outcome, JSON.stringify(detail)])
}

/** What was done to one thing, or to everything, newest first. */
export const listAudit = (db: Db, subject?: string, limit = 100): Promise<AuditLine[]> =>
  many<AuditLine>(db, LIST, [subject ?? null, limit])

const INSERT = statement(
  'operator_audit_insert',
  `insert into operator_audit (operator, action, subject, origin, outcome, detail)
   values ($1, $2, $3, $4, $5, $6)`,
)

const LIST = statement(
  'operator_audit_list',
  `select at, operator, action, subject, origin, outcome, detail from operator_audit
    where $1::text is null or subject = $1 order by id desc limit $2`,
)
