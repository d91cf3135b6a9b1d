import { expect } from 'vitest'
import type { Db } from '../../src/postgres/db.ts'
import { many } from '../../src/postgres/db.ts'
import type { AuditEntry } from '../../src/postgres/operator-audit.ts'

export interface AuditLine extends Required<AuditEntry> {
  at: Date
}

/** What was done to one thing, or to everything, newest first. */
export const listAudit = (db: Db, subject?: string): Promise<AuditLine[]> =>
  many<AuditLine>(
    db,
    `select at, operator, action, subject, origin, outcome, detail from operator_audit
      where $1::text is null or subject = $1 order by id desc`,
    [subject ?? null],
  )

/** What is said of a request itself names how it was answered: it stands a moment after the answer. */
export const writtenAfterTheAnswer = <T>(read: () => Promise<T>) =>
  expect.poll(read, { timeout: 30_000 })
