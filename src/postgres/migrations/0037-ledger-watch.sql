-- The books are checked all the time: what was posted since the last round is added to sums that are
-- kept, and those are held against the balances. The number of the transaction orders the postings:
-- below the oldest that is still under way nothing is added any more.
lock table posting in share row exclusive mode;
alter table posting add column taken_in bigint;
alter table posting alter column taken_in set default (pg_current_xact_id()::text::bigint);
-- Postings are only ever added, so that a few words for each stretch of the table are an index.
create index posting_by_transaction on posting using brin (taken_in) with (pages_per_range = 16, autosummarize = on);

create table ledger_sum (
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (account, currency)
);
insert into ledger_sum
select account, currency, sum(amount_minor) from posting group by account, currency;

-- How far the rounds have got, and what they have found that still stands.
create table ledger_watch (
  is_only boolean primary key default true check (is_only),
  counted_to bigint not null default 0,
  changed_to timestamptz not null default now(),
  swept_to text not null default '',
  round_at timestamptz,
  whole_at timestamptz,
  in_books jsonb not null default '[]',
  in_payments jsonb not null default '[]',
  in_whole jsonb not null default '[]'
);
insert into ledger_watch default values;
