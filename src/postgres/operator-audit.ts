import type { Db } from './db.ts'
import { execute, statement } from './db.ts'

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

/** Writes down what an operator did or saw; nobody can take it back. */
export async function auditOperator(db: Db, entry: AuditEntry): Promise<void> {
  const { operator, action, subject, origin, outcome, detail = {} } = entry
  await execute(db, INSERT, [operator, action, subject, origin, outcome, JSON.stringify(detail)])
}

const INSERT = statement(
  'operator_audit_insert',
  `insert into operator_audit (operator, action, subject, origin, outcome, detail)
   values ($1, $2, $3, $4, $5, $6)`,
)
