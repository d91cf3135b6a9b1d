-- Accounts of merchants at acquirers: which connector, where, and with what credential. An account is
-- changed, never removed: captures, refunds and questions go where the charge went.
create table connector_account (
  merchant_id text not null references merchant (mid),
  connector text not null check (connector ~ '^[a-z][a-z0-9-]{0,31}$'),
  account text not null check (account ~ '^[a-z][a-z0-9-]{0,31}$'),
  settings jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, connector, account)
);

-- The credential that calls are made with, and the one before it: messages signed under either are believed.
create table connector_credential (
  merchant_id text not null,
  connector text not null,
  account text not null,
  slot smallint not null check (slot in (1, 2)),
  record_id text not null unique,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  primary key (merchant_id, connector, account, slot),
  foreign key (merchant_id, connector, account) references connector_account
);
create index connector_credential_by_key on connector_credential (key_id);
