-- What of a merchant's payments waits, and until when (of a refund: since when). Kept where the overview is
-- counted, so that it costs payments nothing.
alter table portal_counted
  add column waits_for text check (waits_for in ('payer', 'capture', 'refund')),
  add column due_at timestamptz;
create index portal_counted_waiting on portal_counted (merchant_id, waits_for, due_at, payment_id)
  where waits_for is not null;

-- All of it is counted once more, at the next look: what waits already is found then.
delete from portal_day;
delete from portal_counted;
update portal_counting set position = 0;
