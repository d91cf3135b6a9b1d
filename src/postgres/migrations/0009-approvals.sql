-- An approval is good for one exact order, for a day, and for payouts and top-ups as well.
alter table journal add operator_order jsonb;

alter table approval
  alter payment_id drop not null,
  add merchant_id text references merchant (mid),
  add expires_at timestamptz not null default clock_timestamp() + interval '24 hours',
  add refused_by text,
  add refused_at timestamptz,
  drop constraint another_person,
  add constraint another_person check (lower(approved_by) <> lower(requested_by)),
  add constraint of_one_thing check (num_nonnulls(payment_id, merchant_id) = 1),
  add constraint approved_in_time check (approved_at < expires_at),
  add constraint refused_whole check ((refused_by is null) = (refused_at is null)),
  add constraint refused_or_used check (refused_at is null or used_at is null);
create index approval_by_merchant on approval (merchant_id) where merchant_id is not null;

-- What was asked for, by whom and until when stays as it was asked; each step is taken once.
create function approval_stays() returns trigger language plpgsql as $$
begin
  if (new.id, new.payment_id, new.merchant_id, new.command, new.reason, new.requested_by, new.requested_at,
      new.expires_at)
     is distinct from
     (old.id, old.payment_id, old.merchant_id, old.command, old.reason, old.requested_by, old.requested_at,
      old.expires_at)
    or (old.approved_by is not null and (new.approved_by, new.approved_at)
        is distinct from (old.approved_by, old.approved_at))
    or (old.refused_by is not null and (new.refused_by, new.refused_at)
        is distinct from (old.refused_by, old.refused_at))
    or (old.used_at is not null and new.used_at is distinct from old.used_at)
  then raise exception 'an approval cannot be changed afterwards'; end if;
  return new;
end $$;
create trigger approval_stays before update on approval
  for each row execute function approval_stays();
create function approval_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'approvals are kept';
end $$;
create trigger approval_kept before delete or truncate on approval
  for each statement execute function approval_is_kept();

create function use_approval(approval_id text, wanted jsonb, payment text, merchant text)
returns void language plpgsql as $$
begin
  update approval set used_at = clock_timestamp()
   where id = approval_id and command = wanted
     and payment_id is not distinct from payment and merchant_id is not distinct from merchant
     and approved_at is not null and refused_at is null and used_at is null
     and expires_at > clock_timestamp();
  if not found then raise exception 'approvalMissing' using errcode = 'TGW01'; end if;
end $$;

-- What stands already is not done again, so it needs no second approval either.
create or replace function operator_needs_approval() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from journal where owner_id = new.owner_id
                  and (version = new.version or message_id = new.message_id))
  then
    perform use_approval(substr(new.message_id, 5), new.operator_order, new.owner_id, null);
  end if;
  return new;
end $$;

alter table operator_entry add approval_id text references approval (id);
create function entry_needs_approval() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from operator_entry where reference = new.reference) then
    perform use_approval(new.approval_id, jsonb_build_object(
      'name', new.kind, 'merchantId', new.merchant_id, 'currency', new.currency,
      'amountMinor', new.amount_minor, 'reference', new.reference), null, new.merchant_id);
  end if;
  return new;
end $$;
create trigger operator_entry_approval before insert on operator_entry
  for each row execute function entry_needs_approval();

-- As before, and with an operator's order word for word.
create or replace function record_payment(entry jsonb) returns jsonb language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  v int := (entry ->> 'version')::int;
  taken_at timestamptz := to_timestamp((entry ->> 'at')::numeric / 1000);
  standing jsonb;
begin
  insert into journal (owner_id, version, message_id, command, actor, request_id, body_hash, at, events, outcome,
    operator_order)
  values (owner, v, entry ->> 'messageId', entry ->> 'command', entry ->> 'actor', entry ->> 'requestId',
          entry ->> 'bodyHash', taken_at, entry -> 'events', entry -> 'outcome', entry -> 'operatorOrder')
  on conflict do nothing;
  if not found then
    select jsonb_agg(jsonb_build_object(
             'version', version, 'messageId', message_id, 'at', round(extract(epoch from at) * 1000),
             'events', events) order by version)
      into standing from journal where owner_id = owner and version >= v;
    return jsonb_build_object(
      'status', case when standing is null then 'duplicate' else 'standing' end,
      'entries', coalesce(standing, '[]'::jsonb));
  end if;
  if jsonb_typeof(entry -> 'payment') = 'object' then
    perform guard_order(entry -> 'order', owner);
    perform guard_batch(entry -> 'precedesBatch');
    perform write_payment(entry -> 'payment', owner, v);
    update vault.secret set used_at = now() where ref = entry ->> 'vaultRef' and used_at is null;
    perform post(entry -> 'postings', owner, v, taken_at);
    insert into notification (event_id, owner_id, sequence, merchant_id, kind, url, body)
    select n ->> 'eventId', owner, (n ->> 'sequence')::int, entry #>> '{payment,merchantId}', n ->> 'kind',
           entry ->> 'notifyUrl', n ->> 'body'
      from jsonb_array_elements(entry -> 'notifications') n;
  end if;
  return jsonb_build_object('status', 'committed', 'entries', '[]'::jsonb);
end $$;
