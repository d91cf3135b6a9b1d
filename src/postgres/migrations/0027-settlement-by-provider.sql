-- Each provider settles with batches of its own: the acquirer, BLIK, the banks, accounts of merchants.
alter table settlement_batch add provider text not null default 'acquirer';
-- What the provider keeps of a line for itself, and what a settled line costs its merchant.
alter table settlement_line add provider_fee_minor bigint not null default 0,
  add fee_minor bigint not null default 0;
create index payment_unsettled_elsewhere on payment (payment_id)
  where phase = 'paid' and method in ('BLIK', 'PBL');

-- One settlement at a time for each provider, as before for the acquirer alone.
create function open_settlement(batch text, of_provider text) returns text language plpgsql as $$
declare
  other text;
begin
  perform pg_advisory_xact_lock(hashtext('settlement ' || of_provider));
  if exists (select from settlement_batch where batch_id = batch) then return null; end if;
  select batch_id into other from settlement_batch
   where state <> 'done' and provider = of_provider
     and created_at > clock_timestamp() - interval '1 day'
   order by created_at limit 1;
  if other is null then
    insert into settlement_batch (batch_id, cutoff, provider)
    values (batch, clock_timestamp(), of_provider);
  end if;
  return other;
end $$;
create or replace function open_settlement(batch text) returns text language sql as $$
  select open_settlement(batch, 'acquirer')
$$;

-- A reversal must come before the close of a batch of who reverses; BLIK and banks send back instead.
create or replace function guard_batch(completed_at jsonb) returns void language plpgsql as $$
begin
  if completed_at is null or jsonb_typeof(completed_at) = 'null' then return; end if;
  if exists (select 1 from settlement_batch
              where cutoff >= to_timestamp((completed_at #>> '{}')::numeric / 1000)
                and cutoff > now() - interval '2 days' and provider not in ('blik', 'bank'))
  then raise exception 'batchClosed' using errcode = 'TGW01'; end if;
end $$;

-- Adds up what has come to a good end, and what it costs. A batch that is read again corrects its sums.
create or replace function sum_up_settlement(batch text) returns void language sql as $$
  insert into merchant_settlement as s
    (settlement_id, batch_id, merchant_id, currency, settled_at, sales_minor, refunds_minor,
     fees_minor, lines)
  select translate(md5(batch || '/' || l.merchant_id || '/' || l.currency),
                   '0123456789', 'ghijklmnop'),
         batch, l.merchant_id, l.currency, b.cutoff,
         coalesce(sum(l.amount_minor) filter (where l.outcome = 'settled'), 0),
         coalesce(sum(l.amount_minor) filter (where l.outcome = 'matched'), 0),
         coalesce(sum(l.fee_minor) filter (where l.outcome = 'settled'), 0),
         count(*)
    from settlement_line l join settlement_batch b on b.batch_id = l.batch_id
   where l.batch_id = batch and l.merchant_id is not null and l.outcome in ('settled', 'matched')
   group by l.merchant_id, l.currency, b.cutoff
  on conflict (batch_id, merchant_id, currency) do update
    set sales_minor = excluded.sales_minor, refunds_minor = excluded.refunds_minor,
        fees_minor = excluded.fees_minor, lines = excluded.lines
$$;
