-- Keys of merchants for their own programs, beside the secret. Random, and kept as hashes only: whoever
-- reads this table can sign in as nobody. A key is ended, never removed.
create table api_key (
  key_id text primary key check (key_id ~ '^[a-z]{1,64}$'),
  merchant_id text not null references merchant (mid),
  name text not null check (name <> ''),
  scopes text[] not null
    check (cardinality(scopes) > 0 and scopes <@ array['read', 'payments', 'refunds', 'settings']),
  hash bytea not null unique check (octet_length(hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz
);
create index api_key_by_merchant on api_key (merchant_id, created_at);
