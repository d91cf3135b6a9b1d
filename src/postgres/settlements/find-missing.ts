import { methodsWhere, moverOf } from '../../domain/instrument.ts'
import { settlingProviders } from '../../domain/settlement/settling-provider.ts'
import type { Statement } from '../db.ts'
import { statement } from '../db.ts'

// What was committed before the batch was opened had reached the provider before it was closed. It
// may be in another batch that is still being read: then that one looks, or the next. Accounts of
// merchants pay some days later, in payouts of their own choice: nothing of theirs is missing.
export const FIND_MISSING = new Map<string, Statement>(
  settlingProviders.map((provider) => [provider, findMissing(provider)]),
)

function findMissing(provider: string): Statement {
  return statement(
    `settlement_find_missing_${provider}`,
    `insert into settlement_missing (batch_id, payment_id, reference, amount_minor, currency)
   select b.batch_id, p.payment_id, charge.reference, charge.amount_minor, p.currency
     from settlement_batch b
     join payment p on p.method in (${methodsOf(provider)})
      and (p.phase = 'paid' or p.phase = 'authorized' and p.captured_minor > 0)
     cross join lateral (
       select t ->> 'reference' as reference, (t ->> 'amountMinor')::bigint as amount_minor,
              t ->> 'transId' as trans_id
         from jsonb_array_elements(p.state -> 'transactions') t
        where t ->> 'status' = 'COMPLETED' and t ->> 'type' in ('AUTH', 'CAPTURE')
     ) charge
    where b.batch_id = $1 and p.state ->> 'via' is null
      and not exists (select 1 from settlement_line l where l.reference = charge.reference)
      and not exists (
        select 1 from settlement_batch other
         where other.batch_id <> b.batch_id and other.state <> 'done'
           and other.provider = b.provider
           and other.created_at > now() - interval '1 day'
      )
      and exists (
        select 1 from journal j
         where j.owner_id = p.payment_id and j.recorded_at < b.created_at
           and jsonb_path_exists(
             j.events,
             '$[*] ? (@.type == "paid" || @.type == "captured" || @.type == "partCaptured").transId ? (@ == $charge)',
             jsonb_build_object('charge', charge.trans_id)
           )
      )
   on conflict do nothing`,
  )
}

function methodsOf(provider: string): string {
  return methodsWhere((type) => moverOf(type) === provider)
    .map((method) => `'${method}'`)
    .join(', ')
}
