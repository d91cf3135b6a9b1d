-- One row per message that a payment or a tokenization has taken: what was asked, by whom, what
-- happened and what the caller was told. Append-only; the state of everything is its fold.
create table journal (
  owner_id text not null,
  version int not null check (version > 0),
  message_id text not null,
  command text,
  actor text,
  request_id text,
  body_hash text,
  at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  events jsonb not null,
  outcome jsonb not null,
  primary key (owner_id, version),
  unique (owner_id, message_id)
);

create table payment (
  payment_id text primary key,
  version int not null,
  merchant_id text not null,
  agent_id text,
  ext_order_id text,
  link_id text,
  server_trans_id text,
  status text not null check (status in ('NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR', 'SETTLED')),
  phase text not null,
  method text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  authorized_minor bigint not null check (authorized_minor >= 0),
  captured_minor bigint not null check (captured_minor between 0 and authorized_minor),
  refunded_minor bigint not null check (refunded_minor >= 0),
  reserved_minor bigint not null check (reserved_minor >= 0),
  reject_code text,
  held text,
  next_due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  readable_until timestamptz not null,
  state jsonb not null,
  constraint refunds_within_captured check (refunded_minor + reserved_minor <= captured_minor)
) with (fillfactor = 70);
create index payment_by_order on payment (merchant_id, ext_order_id, created_at desc);
create index payment_by_link on payment (link_id) where link_id is not null;
create index payment_by_server_trans on payment (server_trans_id) where server_trans_id is not null;
create index payment_due on payment (next_due_at) where status in ('NEW', 'PENDING');

create function payment_status_is_legal() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('NEW', 'PENDING'), ('NEW', 'REJECTED'), ('NEW', 'CANCELLED'), ('NEW', 'ERROR'),
    ('PENDING', 'COMPLETED'), ('PENDING', 'REJECTED'), ('PENDING', 'CANCELLED'), ('PENDING', 'ERROR'),
    ('COMPLETED', 'SETTLED'), ('COMPLETED', 'CANCELLED')
  ) then
    raise exception 'status % may not become %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger payment_status before update of status on payment
  for each row execute function payment_status_is_legal();

-- At most one payment of a merchant's order succeeds.
create table paid_order (
  merchant_id text not null,
  ext_order_id text not null,
  payment_id text not null,
  primary key (merchant_id, ext_order_id)
);

-- What a merchant may refund from, and what is promised to refunds and cancels under way.
create table balance (
  merchant_id text not null,
  currency text not null,
  available_minor bigint not null default 0 check (available_minor >= 0),
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  primary key (merchant_id, currency)
) with (fillfactor = 50);

create table posting (
  owner_id text not null,
  version int not null,
  position int not null,
  account text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after_minor bigint,
  at timestamptz not null,
  primary key (owner_id, version, position)
);
create index posting_by_account on posting (account, currency);

create function postings_sum_to_zero() returns trigger language plpgsql as $$
begin
  if exists (select 1 from inserted group by owner_id, version, currency having sum(amount_minor) <> 0) then
    raise exception 'postings do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger posting_zero_sum after insert on posting
  referencing new table as inserted for each statement execute function postings_sum_to_zero();

create table notification (
  event_id text primary key,
  owner_id text not null,
  sequence int not null,
  merchant_id text not null,
  kind text not null check (kind in ('payment', 'refund', 'tokenizer')),
  url text,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'refused', 'exhausted')),
  attempts int not null default 0,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (owner_id, sequence)
);
create index notification_waiting on notification (merchant_id, created_at) where state = 'pending';

create table notification_attempt (
  event_id text not null,
  attempt int not null,
  at timestamptz not null default clock_timestamp(),
  latency_ms int not null,
  status int,
  problem text,
  answer text,
  primary key (event_id, attempt)
);

-- Set before a call that moves money leaves this house; once closed, a late worker sends nothing.
create table intent (
  reference text primary key,
  owner_id text not null,
  state text not null check (state in ('sending', 'closed')),
  created_at timestamptz not null default clock_timestamp()
);

create table settlement_batch (
  batch_id text primary key,
  cutoff timestamptz not null,
  file_id text,
  total int,
  state text not null default 'open' check (state in ('open', 'closed', 'done')),
  created_at timestamptz not null default clock_timestamp()
);
create index settlement_batch_by_cutoff on settlement_batch (cutoff);

create table settlement_line (
  batch_id text not null references settlement_batch,
  line int not null,
  reference text not null,
  operation text not null,
  amount_minor bigint not null,
  currency text not null,
  outcome text,
  primary key (batch_id, line)
);

-- Messages of wallets that have been used; a second payment with one is a replay.
create table wallet_message (
  replay_id text primary key,
  owner_id text not null,
  created_at timestamptz not null default clock_timestamp()
);
