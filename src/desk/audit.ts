import type { Db } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import type { Caller } from './command.ts'

/** Writes down what an operator did, and from where. */
export const audit = (
  db: Db,
  { by: operator, origin }: Caller,
  action: string,
  subject: string,
  outcome = 'done',
  detail: object = {},
): Promise<void> => auditOperator(db, { operator, action, subject, outcome, detail, origin })
