-- Lines of disputes: whose move they clear, and what disputes come to in a settlement. The reference of such a line is
-- the provider's name of the move, so that its payment is kept beside it.
alter table settlement_line add dispute jsonb, add payment_id text;
alter table merchant_settlement add disputes_minor bigint not null default 0;

create or replace function sum_up_settlement(batch text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into merchant_settlement as s
    (settlement_id, batch_id, merchant_id, currency, settled_at, sales_minor, refunds_minor,
     disputes_minor, fees_minor, lines)
  select translate(md5(batch || '/' || l.merchant_id || '/' || l.currency),
                   '0123456789', 'ghijklmnop'),
         batch, l.merchant_id, l.currency, b.cutoff,
         coalesce(sum(l.amount_minor) filter (where l.outcome = 'settled'), 0),
         coalesce(sum(l.amount_minor) filter (where l.outcome = 'matched' and l.dispute is null), 0),
         coalesce(sum(case l.operation when 'dispute' then l.amount_minor else -l.amount_minor end + l.provider_fee_minor)
                    filter (where l.outcome = 'matched' and l.dispute is not null), 0),
         coalesce(sum(l.fee_minor) filter (where l.outcome = 'settled'), 0),
         count(*)
    from settlement_line l join settlement_batch b on b.batch_id = l.batch_id
   where l.batch_id = batch and l.merchant_id is not null and l.outcome in ('settled', 'matched')
   group by l.merchant_id, l.currency, b.cutoff
  on conflict (batch_id, merchant_id, currency) do update
    set sales_minor = excluded.sales_minor, refunds_minor = excluded.refunds_minor,
        disputes_minor = excluded.disputes_minor,
        fees_minor = excluded.fees_minor, lines = excluded.lines
$function$
;
-- functions: 0e02c8bfaf14615f6a32a1382844937b8ecbd72f4def28c304fcc0a99a674fda
