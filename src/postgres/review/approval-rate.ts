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

// The payments are read once, however many steps there are.
const RATE = statement(
  'approval_rate',
  `select step as at, coalesce(approved, 0)::int as approved, coalesce(declined, 0)::int as declined
   from (select $2::double precision * interval '1 ms' as size) s
   cross join lateral
     generate_series(date_bin(size, $1, 'epoch'), $3::timestamptz - interval '1 ms', size) as step
   left join (
     select date_bin($2::double precision * interval '1 ms', created_at, 'epoch') as step,
       count(*) filter (where authorized_minor > 0) as approved,
       count(*) filter (where status = 'REJECTED' and authorized_minor = 0) as declined
     from payment
     where created_at >= date_bin($2::double precision * interval '1 ms', $1, 'epoch') and created_at < $3
     group by 1) counted using (step)
   order by step`,
)
