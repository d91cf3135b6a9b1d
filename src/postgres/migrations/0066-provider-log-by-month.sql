-- The provider log is the one table that is only written and forgotten: it stands in partitions by month, and a
-- month that is past is dropped instead of deleted. What was there is the first of them, up to the end of the next
-- month; it is proved to be, so that nothing is read here.
do $$
declare
  ends timestamp := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
  first text := to_char(ends - interval '1 month', '"provider_exchange_"YYYY_MM');
begin
  execute format('alter table provider_exchange rename to %I', first);
  execute format('create table provider_exchange (like %I including defaults) partition by range (created_at)', first);
  create index provider_exchange_by_owner on provider_exchange (owner_id, created_at);
  create index provider_exchange_by_time on provider_exchange (created_at);
  create index provider_exchange_by_key on provider_exchange (key_id, ref);
  execute format('alter table provider_exchange attach partition %I for values from (minvalue) to (%L)',
    first, ends at time zone 'UTC');
  execute format('alter table %I drop constraint provider_exchange_earlier', first);
end $$;

-- Where a month is missing, rows go here until it is made: no write waits for whoever keeps house. Each partition has
-- a key of its own: a reference is random, and the only one of its month.
create table provider_exchange_default partition of provider_exchange (primary key (ref)) default;

-- This month and the two after it. A table that is attached locks out nobody who writes to another month.
create function make_exchange_months() returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  this timestamptz := date_trunc('month', now());
  newest timestamptz;
  month timestamptz;
  made text;
begin
  -- One at a time: the other then finds them made.
  lock table only provider_exchange in share update exclusive mode;
  select to_timestamp(max(right(inhrelid::regclass::text, 7)), 'YYYY_MM') into newest from pg_inherits
   where inhparent = 'provider_exchange'::regclass and inhrelid::regclass::text ~ '_\d{4}_\d\d$';
  for month in select generate_series(greatest(newest + interval '1 month', this), this + interval '2 months', '1 month') loop
    lock table provider_exchange_default in access exclusive mode;
    made := to_char(month, '"provider_exchange_"YYYY_MM');
    execute format('create table %I (like provider_exchange including defaults, primary key (ref))', made);
    execute format('with moved as (delete from provider_exchange_default where created_at >= %L and created_at < %L returning *)
      insert into %I select * from moved', month, month + interval '1 month', made);
    execute format('alter table provider_exchange attach partition %I for values from (%L) to (%L)',
      made, month, month + interval '1 month');
  end loop;
end $$;

-- Those of which nothing is younger than so many days.
create function drop_exchange_months(days int) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  past text;
begin
  for past in
    select inhrelid::regclass::text from pg_inherits
     where inhparent = 'provider_exchange'::regclass and inhrelid::regclass::text ~ '_\d{4}_\d\d$'
       and to_timestamp(right(inhrelid::regclass::text, 7), 'YYYY_MM') + interval '1 month'
           <= now() - make_interval(days => greatest(days, 0))
  loop
    execute format('drop table %I', past);
  end loop;
end $$;

-- functions: fc01d2e669617cf952f963d4d373af8ebc99fc7713acf9f0d7cec19663282b81
