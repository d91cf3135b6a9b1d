-- Card numbers, wallet tokens and Click to Pay payloads, each under a data key of its own.
-- A schema of their own, so that whoever reads payments does not thereby read cards.

create schema vault;

create table vault.secret (
  ref text primary key check (ref ~ '^[a-z]{27}$'),
  merchant_id text not null,
  kind text not null check (kind in ('card', 'wallet', 'c2p')),
  fingerprint text,
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  destroyed_at timestamptz,
  constraint secret_readable_until_destroyed check (
    case when destroyed_at is null
      then num_nulls(key_id, wrapped_key, ciphertext) = 0
      else num_nonnulls(key_id, wrapped_key, ciphertext, fingerprint) = 0
    end
  )
);

create index secret_by_fingerprint on vault.secret (merchant_id, fingerprint)
  where fingerprint is not null;
create index secret_never_used on vault.secret (created_at)
  where used_at is null and destroyed_at is null;
create index secret_by_key on vault.secret (key_id, ref) where destroyed_at is null;

revoke all on schema vault from public;
revoke all on vault.secret from public;

-- The role that may read cards. Where the migrating user may not create roles, the administrator
-- does so beforehand; the table's owner can always read.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tollgate_vault') then
    create role tollgate_vault nologin;
  end if;
exception
  when insufficient_privilege or duplicate_object or unique_violation then null;
end $$;

do $$
begin
  grant usage on schema vault to tollgate_vault;
  grant select, insert, update on vault.secret to tollgate_vault;
exception
  when undefined_object then null;
end $$;
