import type { DisputeCount } from '../../domain/dispute/dispute-rate.ts'
import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

export interface DisputeCounts {
  all: DisputeCount[]
  method: DisputeCount[]
  organization: DisputeCount[]
  reason: DisputeCount[]
}

/** Payments that were charged in a time, and chargebacks that were opened in it, by what they have in common. */
export async function countDisputes(
  db: Db,
  of: { merchantId: string; agentId?: string | undefined },
  { from, to }: { from: Date; to: Date },
): Promise<DisputeCounts> {
  const values = [of.merchantId, of.agentId ?? null, from, to]
  const rows = await many<DisputeCount & { kind: keyof DisputeCounts }>(db, COUNT, values)
  const ofKind = (kind: keyof DisputeCounts): DisputeCount[] =>
    rows.flatMap(({ kind: own, ...count }) => (own === kind ? [count] : []))
  return {
    all: ofKind('all'),
    method: ofKind('method'),
    organization: ofKind('organization'),
    reason: ofKind('reason'),
  }
}

// Of a reason the payments are all of them: nobody knows beforehand why a payment will be contested.
const COUNT = statement(
  'count_disputes',
  `with charged as (
     select method, case when method in ('BLIK', 'PBL') then ''
                         else coalesce(organization, state #>> '{instrument,organization}', '') end as organization,
            count(*)::int as payments
       from payment
      where merchant_id = $1 and ($2::text is null or agent_id = $2)
        and created_at >= $3 and created_at < $4 and captured_minor > 0
        -- By the index of a merchant's changes: nothing changes before it is there.
        and updated_at >= $3
      group by 1, 2
   ), contested as (
     select method, coalesce(organization, '') as organization, reason, count(*)::int as disputes from dispute
      where merchant_id = $1 and ($2::text is null or agent_id = $2)
        and created_at >= $3 and created_at < $4 and stage <> 'INQUIRY'
      group by 1, 2, 3
   ), counted as (
     select method, organization, null as reason, payments, 0 as disputes from charged
     union all select method, organization, reason, 0, disputes from contested
   )
   select 'all' as kind, 'ALL' as name, coalesce(sum(payments), 0)::int as payments,
          coalesce(sum(disputes), 0)::int as disputes from counted
   union all
   select 'method', method, sum(payments)::int, sum(disputes)::int from counted group by 2
   union all
   select 'organization', organization, sum(payments)::int, sum(disputes)::int from counted
    where organization <> '' group by 2
   union all
   select 'reason', reason, (select coalesce(sum(payments), 0) from charged)::int, sum(disputes)::int
     from contested group by 2
   order by 1, 4 desc, 2`,
)
