-- Settlement: a report is found again by the reference of its lines, and a sale of ours that a
-- report should have named is kept as a difference of its own.

alter table settlement_batch add finished_at timestamptz;
create index settlement_line_by_reference on settlement_line (reference);

create table settlement_missing (
  batch_id text not null references settlement_batch,
  payment_id text not null,
  reference text not null,
  amount_minor bigint not null,
  currency text not null,
  primary key (batch_id, payment_id)
);

-- Money at the acquirer that no report has named yet. BLIK and the banks settle apart.
create index payment_unsettled on payment (payment_id)
  where phase = 'paid' and method not in ('BLIK', 'PBL');

-- Payouts and top-ups: who moved a merchant's balance, and why. The reference makes it one movement.
create table operator_entry (
  reference text primary key check (reference ~ '^[A-Za-z0-9._:-]{1,100}$'),
  kind text not null check (kind in ('payout', 'top-up')),
  merchant_id text not null references merchant (mid),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  actor text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index operator_entry_by_merchant on operator_entry (merchant_id, created_at);

-- When the personal data of a payment was taken out; its money stays.
alter table payment add purged_at timestamptz;
create index payment_past_retention on payment (readable_until) where purged_at is null;
