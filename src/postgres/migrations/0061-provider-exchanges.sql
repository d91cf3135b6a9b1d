-- What providers were asked and answered in a call, word for word but for cards and keys; sealed to its merchant.
create table provider_exchange (
  ref text primary key,
  owner_id text not null,
  merchant_id text not null,
  reference text not null,
  step text not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create index provider_exchange_of on provider_exchange (owner_id, created_at);
create index provider_exchange_age on provider_exchange (created_at);
