import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

/** What became of the payments that were registered in one step of time. */
export interface ApprovalStep {
  at: Date
  /** Money was taken or reserved, whatever came later. */
  approved: number
  declined: number
}

interface Span {
  since: Date
  until: Date
  stepMs: number
}

/** Every step of a time, those without payments too. What the payer gave up counts as neither. */
export const readApprovalRate = (db: Db, { since, until, stepMs }: Span): Promise<ApprovalStep[]> =>
  many<ApprovalStep>(db, RATE, [since, stepMs, until])

const RATE = statement(
  'approval_rate',
  `select step as at, count(p) filter (where p.authorized_minor > 0)::int as approved,
     count(p) filter (where p.status = 'REJECTED' and p.authorized_minor = 0)::int as declined
   from (select generate_series(date_bin(size, $1, 'epoch'), $3::timestamptz - interval '1 ms', size) as step, size
           from (select $2::double precision * interval '1 ms' as size) s) steps
   left join payment p on p.created_at >= step and p.created_at < step + size
   group by step order by step`,
)
