-- no-transaction
-- Payments stay for good, and what merchants read of them are three months: an index of a merchant's payments without
-- those past retention takes the place of the one with all. The others are of what is rare: a sale that succeeds is
-- in none of them. A version before goes on with the indexes by time and by changes.
drop index concurrently if exists payment_readable;
create index concurrently payment_readable on payment (merchant_id, created_at, payment_id) where purged_at is null;
drop index concurrently if exists payment_of_merchant_by_creation;
drop index concurrently if exists payment_unpaid;
create index concurrently payment_unpaid on payment (status, updated_at desc, payment_id) where status in ('REJECTED', 'CANCELLED', 'ERROR');
drop index concurrently if exists notification_rare;
create index concurrently notification_rare on notification (merchant_id, position) where kind in ('tokenizer', 'webhook', 'settlement', 'dispute');
