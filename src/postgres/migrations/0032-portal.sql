-- The people of merchants who use the portal. Whoever reads these tables can sign in as nobody: passwords
-- are argon2id, secrets of one-time codes are sealed, and links, sessions and recovery codes are random and
-- kept as hashes only. People are disabled, never removed: what they did names them.
create table portal_person (
  person_id text primary key check (person_id ~ '^[a-z]{1,64}$'),
  merchant_id text not null references merchant (mid),
  name text not null check (name ~ '^[a-z0-9][a-z0-9._@+-]{0,99}$'),
  role text not null check (role in ('owner', 'developer', 'support', 'accountant')),
  password text check (password like '$argon2id$%'),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null check (created_by <> ''),
  joined_at timestamptz,
  disabled_at timestamptz,
  -- Tries since the last good one; each counts before it is judged.
  failures integer not null default 0 check (failures >= 0),
  locked_until timestamptz,
  -- The time step of the one-time code that was used last: none is good twice.
  last_step bigint not null default 0,
  unique (merchant_id, name)
);

create table portal_totp (
  record_id text primary key,
  person_id text not null unique references portal_person (person_id),
  merchant_id text not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null
);

create table portal_recovery_code (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id text not null references portal_person (person_id),
  used_at timestamptz
);
create index portal_recovery_code_by_person on portal_recovery_code (person_id);

create table portal_invitation (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id text not null references portal_person (person_id),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index portal_invitation_by_person on portal_invitation (person_id);

create table portal_session (
  hash bytea primary key check (octet_length(hash) = 32),
  session_id text not null unique check (session_id ~ '^[a-z]{1,64}$'),
  person_id text not null references portal_person (person_id),
  created_at timestamptz not null default clock_timestamp(),
  -- To the minute.
  seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  origin text not null,
  browser text not null
);
create index portal_session_by_person on portal_session (person_id, created_at);
