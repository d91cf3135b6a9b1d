import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import { originOf } from './command-context.ts'

/** Writes down what an operator did, and from where. */
export const audit = (
  db: Db,
  operator: string,
  action: string,
  subject: string,
  outcome = 'done',
  detail: object = {},
): Promise<void> =>
  auditOperator(db, { operator, action, subject, outcome, detail, origin: originOf() })
