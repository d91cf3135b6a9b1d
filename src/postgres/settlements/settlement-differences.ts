import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'
import { goodOutcomes } from '../../domain/settlement/settlement.ts'

/** One thing on which a provider's report and our books do not agree. */
export interface SettlementDifference {
  batchId: string
  provider: string
  kind: string
  line: number | null
  reference: string | null
  /** What the report says, and what our books say. */
  reportedMinor: number | null
  bookedMinor: number | null
  currency: string | null
  status: string | null
}

/** Lines that do not fit, sales that no line names, and a report that is shorter than it says. */
export const listSettlementDifferences = (
  db: Db,
  batchId: string | undefined,
  limit: number,
): Promise<SettlementDifference[]> => many<SettlementDifference>(db, LIST, [batchId ?? null, limit])

const GOOD = goodOutcomes.map((outcome) => `'${outcome}'`).join(', ')

const LIST = statement(
  'settlement_differences',
  `select d."batchId", b.provider, d.kind, d.line, d.reference, d."reportedMinor", d.currency,
          p.captured_minor as "bookedMinor", p.status
     from (
     select batch_id as "batchId", outcome as kind, line, reference,
            amount_minor as "reportedMinor", currency, split_part(reference, '-', 1) as owner
       from settlement_line where outcome not in (${GOOD})
     union all
     select batch_id, 'missing_line', null, reference, null, currency, payment_id
       from settlement_missing
     union all
     select b.batch_id, 'wrong_total', null, null, null, null, null
       from settlement_batch b
      where b.state = 'done'
        and coalesce(b.is_short,
              b.total <> (select count(*) from settlement_line l where l.batch_id = b.batch_id))
   ) d
   join settlement_batch b on b.batch_id = d."batchId"
   left join payment p on p.payment_id = d.owner
   where $1::text is null or d."batchId" = $1
   order by d."batchId" desc, d.line nulls last
   limit $2`,
)
