-- Who operators are. Tokens and sessions are random and kept as hashes only: whoever reads this
-- table can sign in as nobody.
create table operator (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9._@-]{0,63}$'),
  role text not null check (role in ('viewer', 'operator', 'approver', 'administrator')),
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null check (created_by <> ''),
  disabled_at timestamptz
);

create table operator_credential (
  hash bytea primary key check (octet_length(hash) = 32),
  operator text not null references operator (name),
  kind text not null check (kind in ('token', 'session')),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_credential_by_operator on operator_credential (operator);
create index operator_credential_by_end on operator_credential (expires_at);

-- Wrong tokens by address, so that whoever guesses is slowed down and the audit stays small.
create table operator_refusal (
  origin text primary key,
  failures integer not null check (failures > 0),
  since timestamptz not null default clock_timestamp()
);

-- The audit as a chain: each line carries the hash of itself and of the line before it, so that a
-- change anywhere shows in every line after it.
alter table operator_audit add column sequence bigint, add column hash bytea;

create function operator_audit_chain() returns trigger language plpgsql as $$
declare
  previous operator_audit;
begin
  -- One at a time: each line needs the one before it committed.
  perform pg_advisory_xact_lock(7305116012);
  select * into previous from operator_audit where sequence is not null
   order by sequence desc limit 1;
  new.sequence := coalesce(previous.sequence, 0) + 1;
  new.hash := sha256(convert_to(jsonb_build_array(
    encode(previous.hash, 'hex'), new.sequence, extract(epoch from new.at), new.operator,
    new.action, new.subject, new.origin, new.outcome, new.detail)::text, 'UTF8'));
  return new;
end $$;

alter table operator_audit disable trigger operator_audit_final;
create trigger operator_audit_chained_before before update on operator_audit
  for each row execute function operator_audit_chain();
do $$
declare
  line record;
begin
  for line in select id from operator_audit order by id loop
    update operator_audit set detail = detail where id = line.id;
  end loop;
end $$;
drop trigger operator_audit_chained_before on operator_audit;
alter table operator_audit enable trigger operator_audit_final;

alter table operator_audit alter column sequence set not null, alter column hash set not null;
create unique index operator_audit_in_order on operator_audit (sequence);
create trigger operator_audit_chained before insert on operator_audit
  for each row execute function operator_audit_chain();
