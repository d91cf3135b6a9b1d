-- What operators did and saw: who, when, what, to which object, from where, and what came of it.
create table operator_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  operator text not null check (operator <> ''),
  action text not null check (action <> ''),
  subject text not null,
  origin text not null,
  outcome text not null,
  detail jsonb not null default '{}'
);
create index operator_audit_by_subject on operator_audit (subject, at);
create index operator_audit_by_time on operator_audit (at);

create function operator_audit_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'the operator audit is append-only';
end $$;
create trigger operator_audit_final before update or delete or truncate on operator_audit
  for each statement execute function operator_audit_is_final();

-- A command of an operator that moves money, until a second person has agreed. Its id is the id of
-- the command, so one approval is one movement.
create table approval (
  id text primary key check (id ~ '^[a-z]{27}$'),
  payment_id text not null,
  command jsonb not null,
  reason text not null check (reason <> ''),
  requested_by text not null check (requested_by <> ''),
  requested_at timestamptz not null default clock_timestamp(),
  approved_by text,
  approved_at timestamptz,
  used_at timestamptz,
  constraint another_person check (approved_by <> requested_by),
  constraint approved_whole check ((approved_by is null) = (approved_at is null)),
  constraint used_when_approved check (used_at is null or approved_at is not null)
);
create index approval_waiting on approval (requested_at) where used_at is null;
create index approval_by_payment on approval (payment_id);

-- Whoever writes the journal, by whatever way a command came: no operator moves money alone.
create function operator_needs_approval() returns trigger language plpgsql as $$
begin
  update approval set used_at = clock_timestamp()
   where 'cmd/' || id = new.message_id and payment_id = new.owner_id
     and command ->> 'name' = new.command and approved_at is not null and used_at is null;
  if not found then raise exception 'approvalMissing' using errcode = 'TGW01'; end if;
  return new;
end $$;
create trigger journal_operator_approval before insert on journal
  for each row when (
    starts_with(new.actor, 'operator/')
    and new.command in ('cancel', 'capture', 'adjust', 'withdraw', 'refund')
    and new.outcome ->> 'accepted' = 'true' and new.events <> '[]'::jsonb)
  execute function operator_needs_approval();
