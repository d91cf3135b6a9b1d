-- Links that anybody who has them may pay by, and the payments that were made of each.
create table payment_link (
  link_id text primary key check (link_id ~ '^[a-z]{1,64}$'),
  merchant_id text not null references merchant (mid),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ENDED')),
  currency text not null,
  -- Either one amount, or what the payer may choose between.
  amount_minor bigint check (amount_minor > 0),
  min_minor bigint check (min_minor > 0),
  max_minor bigint check (max_minor >= min_minor),
  description text not null,
  ext_order_id text,
  -- How many payments may be made of it; none: any number.
  uses int check (uses > 0),
  expires_at timestamptz,
  -- Where payers land, how they pay and what they are asked for.
  terms jsonb not null default '{}',
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at timestamptz,
  check ((amount_minor is null) = (min_minor is not null) and (min_minor is null) = (max_minor is null))
);
create index payment_link_of_merchant on payment_link (merchant_id, created_at desc, link_id desc);

-- A use is taken before its payment begins, and is given back when that has ended unpaid: the row of
-- the payment says which, so nothing has to be told to this table.
create table payment_link_use (
  payment_id text primary key,
  link_id text not null references payment_link (link_id),
  at timestamptz not null default clock_timestamp()
);
create index payment_link_use_of_link on payment_link_use (link_id, at);
