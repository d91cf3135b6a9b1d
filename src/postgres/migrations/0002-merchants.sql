-- Merchants and agents, their secrets, and who may act with whom.

create table merchant (
  mid text primary key check (mid ~ '^[A-Za-z0-9_-]{1,64}$'),
  kind text not null check (kind in ('merchant', 'agent')),
  name text not null,
  mcc text not null default '5999' check (mcc ~ '^\d{4}$'),
  country text not null default 'PL' check (country ~ '^[A-Z]{2}$'),
  url text,
  redirect_url text,
  logo_url text,
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- Tokens carry it: a higher one ends them at once.
  credentials_version integer not null default 1 check (credentials_version > 0),
  notification_url text,
  notifications_paused boolean not null default false,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- Raised by every change, so that a reader can tell whether what it keeps is still true.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The login secret and up to two notification secrets (two while they are being rotated), each
-- under a data key of its own.
create table merchant_secret (
  mid text not null references merchant (mid),
  purpose text not null check (purpose in ('login', 'notification')),
  -- 1 is the current one, 2 the one before it.
  slot smallint not null check (slot in (1, 2)),
  record_id text not null unique,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now(),
  primary key (mid, purpose, slot),
  constraint one_login_secret check (purpose = 'notification' or slot = 1)
);

create table agreement (
  agent_id text not null references merchant (mid),
  merchant_id text not null references merchant (mid),
  created_at timestamptz not null default now(),
  primary key (merchant_id, agent_id)
);

create table marketplace_agreement (
  merchant_id text not null references merchant (mid),
  part_merchant_id text not null references merchant (mid),
  created_at timestamptz not null default now(),
  primary key (merchant_id, part_merchant_id),
  check (merchant_id <> part_merchant_id)
);

create function merchant_changed() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  if new.status = 'disabled' and old.status = 'active' then
    new.credentials_version := old.credentials_version + 1;
  end if;
  if new.credentials_version < old.credentials_version then
    raise exception 'credentials_version of merchant % must not fall', new.mid;
  end if;
  return new;
end $$;

create trigger merchant_changed before update on merchant
  for each row execute function merchant_changed();

create function agreement_changed() returns trigger language plpgsql as $$
begin
  update merchant set version = version
  where mid = case when tg_op = 'DELETE' then old.merchant_id else new.merchant_id end;
  return null;
end $$;

create trigger agreement_changed after insert or delete on agreement
  for each row execute function agreement_changed();
create trigger marketplace_agreement_changed after insert or delete on marketplace_agreement
  for each row execute function agreement_changed();

-- What was answered under an Idempotency-Key, as long as the payment lives. No tokens. Not jsonb,
-- which would put the members of a repeated answer in another order.
create table idempotent_answer (
  command_id text primary key,
  body_hash text not null,
  status smallint not null check (status between 200 and 599),
  body json not null,
  created_at timestamptz not null default now()
);

-- Wrong credentials per MID and address; the shape is that of rate-limiter-flexible.
create unlogged table auth_failure (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index auth_failure_expired on auth_failure (expire);
