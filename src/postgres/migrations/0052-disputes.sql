-- Disputes: what happens to money after a payment has ended. The journal, the notifications and the rule that a
-- version that stands is never overwritten are those of payments.

create table dispute (
  dispute_id text primary key,
  version int not null,
  merchant_id text not null,
  agent_id text,
  payment_id text not null,
  -- The merchant's account at the provider, and what the provider calls the dispute.
  via text,
  provider_ref text not null,
  stage text not null check (stage in ('INQUIRY', 'CHARGEBACK', 'PREARBITRATION', 'ARBITRATION')),
  status text not null check (status in
    ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN')),
  reason text not null,
  method text not null,
  organization text,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- Taken from the merchant and not given back; what no refund can be made of any more.
  withdrawn_minor bigint not null,
  due_by timestamptz,
  held text,
  next_due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  readable_until timestamptz,
  state jsonb not null
) with (fillfactor = 70);
create index dispute_of_payment on dispute (payment_id);
create index dispute_of_merchant on dispute (merchant_id, due_by, created_at);
create index dispute_past_retention on dispute (readable_until) where readable_until is not null;

-- What merchants put forward: sealed like their secrets, so that only who sends it to the provider reads it.
create table dispute_evidence (
  ref text primary key,
  dispute_id text not null,
  merchant_id text not null,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create index dispute_evidence_of on dispute_evidence (dispute_id);

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('payment', 'refund', 'tokenizer', 'webhook', 'settlement', 'dispute'));

-- Keys of merchants for what answers disputes.
alter table api_key drop constraint api_key_scopes_check;
alter table api_key add constraint api_key_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'payments', 'refunds', 'disputes', 'settings']);

-- A merchant that was paid out before its customer's bank took the money back owes it.
alter table balance drop constraint balance_available_minor_check;

create or replace function post(list jsonb, owner text, v int, taken_at timestamptz) returns void language plpgsql as $$
declare
  change record;
begin
  if list is null or jsonb_array_length(list) = 0 then return; end if;
  for change in
    select split_part(p ->> 'account', '/', 2) as merchant, p ->> 'currency' as currency,
           coalesce(sum((p ->> 'amountMinor')::bigint) filter (where p ->> 'account' like '%/payable'), 0) as available,
           coalesce(sum((p ->> 'amountMinor')::bigint) filter (where p ->> 'account' like '%/reserved'), 0) as reserved
      from jsonb_array_elements(list) p where p ->> 'account' like 'merchant/%'
     group by 1, 2 order by 1, 2
  loop
    insert into balance (merchant_id, currency) values (change.merchant, change.currency) on conflict do nothing;
    update balance set available_minor = available_minor + change.available,
                       reserved_minor = reserved_minor + change.reserved
     where merchant_id = change.merchant and currency = change.currency
       -- Only what a provider has taken already brings a balance below zero; what comes in is always taken.
       and (change.available >= 0 or available_minor + change.available >= 0
            or exists (select from dispute where dispute_id = owner));
    if not found then raise exception 'balanceShort' using errcode = 'TGW01'; end if;
  end loop;
  insert into posting (owner_id, version, position, account, currency, amount_minor, balance_after_minor, at)
  select owner, v, ordinality, p ->> 'account', p ->> 'currency', (p ->> 'amountMinor')::bigint,
         case when p ->> 'account' like 'merchant/%/payable' then (
           select available_minor from balance b
            where b.merchant_id = split_part(p ->> 'account', '/', 2) and b.currency = p ->> 'currency') end,
         taken_at
    from jsonb_array_elements(list) with ordinality as t(p, ordinality);
end $$;

-- What goes back to the payer comes out of what a dispute has left of the payment. Whoever commits first is
-- first: a provider's withdrawal is never refused, because the money is gone.
create function guard_disputed(entry jsonb) returns void language plpgsql as $$
declare
  p jsonb := entry -> 'payment';
  gone bigint;
begin
  if not (entry -> 'events' @? '$[*] ? (@.type == "refundAccepted" || @.type == "reversalStarted")') then return; end if;
  select coalesce(sum(greatest(withdrawn_minor, 0)), 0) into gone from dispute where payment_id = entry ->> 'ownerId';
  if gone = 0 then return; end if;
  if p ->> 'phase' = 'reversing'
     or (p ->> 'capturedMinor')::bigint - (p ->> 'refundedMinor')::bigint - (p ->> 'reservedMinor')::bigint < gone
  then raise exception 'disputed' using errcode = 'TGW01'; end if;
end $$;

-- The moves of one entry, whichever event told of them.
create function moves_in(happened jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(m), '[]') from jsonb_path_query(happened, '$[*].dispute.moves[*]') m
$$;
create function moves_told(happened jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(m), '[]') from jsonb_path_query(happened, '$[*] ? (@.type == "told").moves[*]') m
$$;

create function moved_minor(moves jsonb, of_kind text) returns bigint language sql immutable as $$
  select coalesce(sum((m ->> 'amountMinor')::bigint), 0)::bigint from jsonb_array_elements(moves) m where m ->> 'kind' = of_kind
$$;

-- A worker's arithmetic is never the source of money: what is gone, and what is booked, must follow from the moves
-- that the entry tells of, each of which is told once.
create function guard_moves(entry jsonb, before jsonb) returns void language plpgsql as $$
declare
  d jsonb := entry -> 'dispute';
  fresh jsonb := moves_in(entry -> 'events') || moves_told(entry -> 'events');
  known jsonb := coalesce(before -> 'moves', '[]');
  taken bigint := moved_minor(fresh, 'WITHDRAWN') - moved_minor(fresh, 'REINSTATED');
  fee bigint := moved_minor(fresh, 'FEE');
  booked bigint[];
begin
  if (select count(*) <> count(distinct m ->> 'moveId') from jsonb_array_elements(known || fresh) m)
     or exists (select from jsonb_array_elements(fresh) m where (m ->> 'amountMinor')::bigint <= 0)
     or moved_minor(known, 'WITHDRAWN') - moved_minor(known, 'REINSTATED') + taken <> (d ->> 'withdrawnMinor')::bigint then
    raise exception 'moves that do not follow from what happened' using errcode = 'TGE01';
  end if;
  select array[coalesce(sum(amount) filter (where account like 'merchant/%/payable'), 0),
               coalesce(sum(amount) filter (where account like '%/receivable'), 0),
               coalesce(sum(amount) filter (where account like '%/costs'), 0)] into booked
    from (select p ->> 'account' as account, (p ->> 'amountMinor')::bigint as amount
            from jsonb_array_elements(coalesce(entry -> 'postings', '[]')) p) posting;
  if booked <> array[-(taken + fee), taken, fee] then
    raise exception 'postings that do not follow from what happened: payable, receivable, costs % instead of %',
      booked, array[-(taken + fee), taken, fee] using errcode = 'TGE01';
  end if;
end $$;

create function write_dispute(d jsonb, owner text, v int) returns void language plpgsql as $$
begin
  if v = 1 then
    insert into dispute (dispute_id, version, merchant_id, agent_id, payment_id, via, provider_ref, stage, status, reason,
      method, organization, currency, amount_minor, withdrawn_minor, due_by, held, next_due_at, created_at, updated_at,
      readable_until, state)
    values (owner, v, d ->> 'merchantId', d ->> 'agentId', d ->> 'paymentId', d ->> 'via', d ->> 'providerRef',
      d ->> 'stage', d ->> 'status', d ->> 'reason', d ->> 'method', d ->> 'organization', d ->> 'currency',
      (d ->> 'amountMinor')::bigint, (d ->> 'withdrawnMinor')::bigint, millis(d -> 'dueBy'), d ->> 'held',
      millis(d -> 'nextDueAt'), millis(d -> 'createdAt'), millis(d -> 'updatedAt'), millis(d -> 'readableUntil'), d -> 'state');
    return;
  end if;
  update dispute set version = v, stage = d ->> 'stage', status = d ->> 'status', reason = d ->> 'reason',
    amount_minor = (d ->> 'amountMinor')::bigint, withdrawn_minor = (d ->> 'withdrawnMinor')::bigint,
    due_by = millis(d -> 'dueBy'), held = d ->> 'held', next_due_at = millis(d -> 'nextDueAt'),
    updated_at = millis(d -> 'updatedAt'), readable_until = millis(d -> 'readableUntil'), state = d -> 'state'
  where dispute_id = owner and version = v - 1;
  if not found then raise exception 'version % does not follow', v using errcode = 'TGE01'; end if;
end $$;

-- The one way anything is written about a dispute: journal, row, postings, balances and notifications in one
-- transaction.
create function record_dispute(entry jsonb) returns jsonb language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  v int := (entry ->> 'version')::int;
  merchant text := entry #>> '{dispute,merchantId}';
  standing jsonb;
begin
  insert into journal (owner_id, version, message_id, command, actor, request_id, body_hash, at, events, outcome,
    operator_order)
  values (owner, v, entry ->> 'messageId', entry ->> 'command', entry ->> 'actor', entry ->> 'requestId',
          entry ->> 'bodyHash', millis(entry -> 'at'), entry -> 'events', entry -> 'outcome', entry -> 'operatorOrder')
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
  if jsonb_typeof(entry -> 'dispute') = 'object' then
    perform write_dispute(entry -> 'dispute', owner, v);
    perform post(entry -> 'postings', owner, v, millis(entry -> 'at'));
    -- What was replaced or taken back is kept nowhere.
    delete from dispute_evidence where dispute_id = owner
      and ref in (select jsonb_array_elements_text(entry -> 'droppedRefs'));
    perform write_notifications(entry, merchant);
  end if;
  return jsonb_build_object('status', 'committed', 'entries', '[]'::jsonb);
end $$;

create function record_dispute_event(entry jsonb) returns jsonb language plpgsql as $$
declare
  stands record;
  answer jsonb;
begin
  select state into stands from dispute
   where dispute_id = entry ->> 'ownerId' and version = (entry ->> 'version')::int - 1;
  if found then perform stands_on(entry, stands.state, false); end if;
  answer := record_dispute(entry);
  if answer ->> 'status' = 'committed' then
    if jsonb_typeof(entry -> 'dispute') = 'object' then perform guard_moves(entry, stands.state); end if;
    perform keep_unsent(entry, entry #>> '{dispute,merchantId}');
  end if;
  return answer;
end $$;
-- functions: 8cb9aa1736852e02998cbd4ba3f24919b2fd10d47d0904fd4a20802df06bba94
