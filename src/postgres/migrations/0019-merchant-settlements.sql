-- What a batch of the acquirer means to each merchant: one settlement for each currency.
alter table settlement_line add merchant_id text;
update settlement_line l set merchant_id = p.merchant_id
  from payment p where p.payment_id = split_part(l.reference, '-', 1);
create index settlement_line_by_merchant
  on settlement_line (batch_id, merchant_id, currency, line);

create table merchant_settlement (
  settlement_id text primary key,
  batch_id text not null references settlement_batch,
  merchant_id text not null,
  currency text not null,
  settled_at timestamptz not null,
  sales_minor bigint not null,
  refunds_minor bigint not null,
  fees_minor bigint not null default 0,
  lines int not null,
  told_at timestamptz,
  unique (batch_id, merchant_id, currency)
);
create index merchant_settlement_by_time
  on merchant_settlement (merchant_id, settled_at, settlement_id);
create index merchant_settlement_untold on merchant_settlement (batch_id) where told_at is null;

-- Adds up what has come to a good end. A batch that is read again corrects its sums.
create function sum_up_settlement(batch text) returns void language sql as $$
  insert into merchant_settlement as s
    (settlement_id, batch_id, merchant_id, currency, settled_at, sales_minor, refunds_minor, lines)
  select translate(md5(batch || '/' || l.merchant_id || '/' || l.currency),
                   '0123456789', 'ghijklmnop'),
         batch, l.merchant_id, l.currency, b.cutoff,
         coalesce(sum(l.amount_minor) filter (where l.outcome = 'settled'), 0),
         coalesce(sum(l.amount_minor) filter (where l.outcome = 'matched'), 0),
         count(*)
    from settlement_line l join settlement_batch b on b.batch_id = l.batch_id
   where l.batch_id = batch and l.merchant_id is not null and l.outcome in ('settled', 'matched')
   group by l.merchant_id, l.currency, b.cutoff
  on conflict (batch_id, merchant_id, currency) do update
    set sales_minor = excluded.sales_minor, refunds_minor = excluded.refunds_minor,
        lines = excluded.lines
$$;

-- Batches from before are there to read; nobody is told of them now.
select sum_up_settlement(batch_id) from settlement_batch where state = 'done';
update merchant_settlement set told_at = clock_timestamp();
