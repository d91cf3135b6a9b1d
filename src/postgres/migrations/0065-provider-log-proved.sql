-- no-transaction
-- What the next migration needs and takes long, done beside those who write: the proof that no row is later than
-- the next month, and the index of the keys that rows stand under, which every start asks for.
alter table provider_exchange drop constraint if exists provider_exchange_earlier;
do $$ begin execute format('alter table provider_exchange add constraint provider_exchange_earlier check (created_at < %L) not valid', (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC'); end $$;
alter table provider_exchange validate constraint provider_exchange_earlier;
drop index concurrently if exists provider_exchange_keys;
create index concurrently provider_exchange_keys on provider_exchange (key_id, ref);
