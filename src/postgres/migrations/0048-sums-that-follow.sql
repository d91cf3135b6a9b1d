-- A row's sums are reckoned here once more, from what was committed before and from what the entry says
-- has happened. A build that reckons otherwise is refused before anything is written, and that payment
-- waits for an operator: a worker's arithmetic is never the source of money. No statement is run for what
-- moves no money, because every step of every payment comes through here.

-- A transaction begins, or goes on under a new reference.
create function with_transaction(list jsonb, given jsonb) returns jsonb language plpgsql immutable as $$
begin
  for place in 0 .. jsonb_array_length(list) - 1 loop
    if list -> place -> 'transId' = given -> 'transId' then return jsonb_set(list, array[place::text], given); end if;
  end loop;
  return list || jsonb_build_array(given);
end $$;

create function one_of(list jsonb, name text, id text) returns jsonb language plpgsql immutable as $$
begin
  for place in 0 .. jsonb_array_length(list) - 1 loop
    if list -> place ->> name = id then return list -> place; end if;
  end loop;
  raise exception '% % that is not there', name, id using errcode = 'TGE01';
end $$;

-- Of a part of a marketplace payment: what goes into the reserve, to the payer, and of the commission back.
create function with_refund(parts jsonb, refund jsonb, into_reserve bigint, given bigint) returns jsonb
language plpgsql immutable as $$
declare
  part jsonb;
  commission bigint := coalesce((refund ->> 'commissionMinor')::bigint, 0);
begin
  for place in 0 .. jsonb_array_length(parts) - 1 loop
    part := parts -> place;
    if part -> 'subpaymentId' = refund -> 'subpaymentId' then
      return jsonb_set(parts, array[place::text], part || jsonb_build_object(
        'reservedMinor', (part ->> 'reservedMinor')::bigint + into_reserve,
        'refundedMinor', (part ->> 'refundedMinor')::bigint + given,
        'commissionRefundedMinor', (part ->> 'commissionRefundedMinor')::bigint
          + case when into_reserve > 0 then commission when given > 0 then 0 else -commission end));
    end if;
  end loop;
  return parts;
end $$;

-- What of a payment's state is money, as far as lists tell it.
create function lists_of(transactions jsonb, refunds jsonb, parts jsonb) returns jsonb language plpgsql immutable as $$
begin
  return jsonb_build_object(
    'transactions', jsonb_path_query_array(transactions, '$[*].transId') || jsonb_path_query_array(transactions, '$[*].amountMinor'),
    'refunds', jsonb_path_query_array(refunds, '$[*].refundId') || jsonb_path_query_array(refunds, '$[*].amountMinor'),
    'parts', case jsonb_array_length(parts) when 0 then '[]'::jsonb else
      jsonb_path_query_array(parts, '$[*].subpaymentId') || jsonb_path_query_array(parts, '$[*].merchantId')
      || jsonb_path_query_array(parts, '$[*].amountMinor') || jsonb_path_query_array(parts, '$[*].commissionMinor')
      || jsonb_path_query_array(parts, '$[*].reservedMinor') || jsonb_path_query_array(parts, '$[*].refundedMinor')
      || jsonb_path_query_array(parts, '$[*].commissionRefundedMinor') end);
end $$;

-- What an entry books must be what its sums have changed by: payable, reserved, receivable, bank.
create function guard_postings(list jsonb, in_currency text, moved bigint[]) returns void language plpgsql as $$
declare
  booked bigint[];
  others bigint;
begin
  if coalesce(jsonb_array_length(list), 0) = 0 then
    booked := '{0,0,0,0}';
    others := 0;
  else
    select array[coalesce(sum(amount) filter (where account like 'merchant/%/payable'), 0),
                 coalesce(sum(amount) filter (where account like 'merchant/%/reserved'), 0),
                 coalesce(sum(amount) filter (where account like '%/receivable'), 0),
                 coalesce(sum(amount) filter (where account = 'bank'), 0)],
           count(*) filter (where currency <> in_currency)
      into booked, others
      from (select p ->> 'account' as account, p ->> 'currency' as currency, (p ->> 'amountMinor')::bigint as amount
              from jsonb_array_elements(list) p) posting;
  end if;
  if booked <> moved or others > 0 then
    raise exception 'postings that do not follow from what happened: payable, reserved, receivable, bank % instead of %',
      booked, moved using errcode = 'TGE01';
  end if;
end $$;

-- Of the row and of the state in it alike: the one is what is searched, the other what is read. Amounts are
-- those of the order and of the transactions as they stood before anybody outside was asked.
create function guard_sums(entry jsonb, before jsonb, was_status text, was_phase text) returns void language plpgsql as $$
declare
  happened jsonb := entry -> 'events';
  p jsonb := entry -> 'payment';
  state jsonb := p -> 'state';
  base jsonb := coalesce(before, happened #> '{0,payment}');
  transactions jsonb := coalesce(base -> 'transactions', '[]');
  refunds jsonb := coalesce(base -> 'refunds', '[]');
  parts jsonb := coalesce(base -> 'subpayments', '[]');
  ordered bigint := (base #>> '{order,amountMinor}')::bigint;
  authorized bigint := coalesce((before ->> 'authorizedMinor')::bigint, 0);
  captured bigint := coalesce((before ->> 'capturedMinor')::bigint, 0);
  refunded bigint := coalesce((before ->> 'refundedMinor')::bigint, 0);
  reserved bigint := coalesce((before ->> 'reservedMinor')::bigint, 0);
  settled bigint := 0;
  sold_before bigint := case when was_status in ('COMPLETED', 'SETTLED') then captured else 0 end;
  back_before bigint := case was_phase when 'reversing' then sold_before else 0 end;
  refunded_before bigint := refunded;
  reserved_before bigint := reserved;
  event jsonb;
  refund jsonb;
  amount bigint;
  sold bigint;
  back bigint;
  sums jsonb;
  told jsonb;
  columns jsonb;
begin
  for place in 0 .. jsonb_array_length(happened) - 1 loop
    event := happened -> place;
    if event ? 'transaction' then transactions := with_transaction(transactions, event -> 'transaction'); end if;
    case event ->> 'type'
      when 'authorized' then authorized := ordered;
      when 'paid' then authorized := ordered; captured := ordered;
      when 'captured', 'partCaptured' then
        captured := captured + (one_of(transactions, 'transId', event ->> 'transId') ->> 'amountMinor')::bigint;
      when 'adjusted' then
        authorized := (one_of(transactions, 'transId', event ->> 'transId') ->> 'amountMinor')::bigint;
      when 'withdrawn' then authorized := (event ->> 'amountMinor')::bigint;
      when 'refundAccepted' then
        refund := (event -> 'refund') || jsonb_build_object('amountMinor', event #> '{transaction,amountMinor}');
        amount := (refund ->> 'amountMinor')::bigint;
        refunds := refunds || jsonb_build_array(refund);
        parts := with_refund(parts, refund, amount, 0);
        reserved := reserved + amount;
      when 'refundCompleted' then
        refund := one_of(refunds, 'refundId', event ->> 'refundId');
        amount := (refund ->> 'amountMinor')::bigint;
        parts := with_refund(parts, refund, -amount, amount);
        reserved := reserved - amount;
        refunded := refunded + amount;
      when 'refundRefused' then
        refund := one_of(refunds, 'refundId', event ->> 'refundId');
        amount := (refund ->> 'amountMinor')::bigint;
        parts := with_refund(parts, refund, -amount, 0);
        reserved := reserved - amount;
      when 'settled', 'partSettled' then
        settled := settled + (event #>> '{transaction,amountMinor}')::bigint;
      else
    end case;
  end loop;
  sums := jsonb_build_object('amountMinor', ordered, 'currency', base #> '{order,currency}', 'authorizedMinor', authorized,
    'capturedMinor', captured, 'refundedMinor', refunded, 'reservedMinor', reserved) || lists_of(transactions, refunds, parts);
  columns := jsonb_build_object('amountMinor', p -> 'amountMinor', 'currency', p -> 'currency',
    'authorizedMinor', p -> 'authorizedMinor', 'capturedMinor', p -> 'capturedMinor', 'refundedMinor', p -> 'refundedMinor',
    'reservedMinor', p -> 'reservedMinor') || lists_of(
      coalesce(state -> 'transactions', '[]'), coalesce(state -> 'refunds', '[]'), coalesce(state -> 'subpayments', '[]'));
  told := columns || jsonb_build_object('amountMinor', state #> '{order,amountMinor}', 'currency', state #> '{order,currency}',
    'authorizedMinor', state -> 'authorizedMinor', 'capturedMinor', state -> 'capturedMinor',
    'refundedMinor', state -> 'refundedMinor', 'reservedMinor', state -> 'reservedMinor');
  if told <> sums or columns <> sums then
    raise exception 'sums that do not follow from what happened: %',
      differences(case when told <> sums then told else columns end, sums) using errcode = 'TGE01';
  end if;
  sold := case when p ->> 'status' in ('COMPLETED', 'SETTLED') then captured else 0 end;
  back := case p ->> 'phase' when 'reversing' then sold else 0 end;
  perform guard_postings(entry -> 'postings', p ->> 'currency', array[
    (sold - refunded - reserved - back) - (sold_before - refunded_before - reserved_before - back_before),
    (reserved + back) - (reserved_before + back_before),
    settled + (refunded - sold) - (refunded_before - sold_before),
    -settled]);
end $$;

create or replace function record_payment_event(entry jsonb) returns jsonb language plpgsql as $$
declare
  stands record;
  answer jsonb;
begin
  select state, status, phase, purged_at is not null as is_purged into stands from payment
   where payment_id = entry ->> 'ownerId' and version = (entry ->> 'version')::int - 1;
  if found then perform stands_on(entry, stands.state, stands.is_purged); end if;
  answer := record_payment(entry);
  if answer ->> 'status' = 'committed' then
    if jsonb_typeof(entry -> 'payment') = 'object' then
      perform guard_sums(entry, stands.state, stands.status, stands.phase);
    end if;
    perform keep_unsent(entry, entry #>> '{payment,merchantId}');
    -- A card that another has replaced, and a wallet's token once it is opened, go with the same commit.
    perform erase_secrets(entry -> 'replacedRefs', entry #>> '{payment,merchantId}');
  end if;
  return answer;
end $$;

-- A row that says otherwise than its journal is written again from it, by two people's order. The state
-- comes from whoever folds the journal; its money must be what the whole journal and the postings come to.
create function refold_payment(owner text, v int, p jsonb) returns void language plpgsql as $$
declare
  happened jsonb;
  written int;
begin
  perform 1 from payment where payment_id = owner for update;
  select jsonb_agg(e order by version, place) into happened
    from journal, jsonb_array_elements(events) with ordinality as list(e, place) where owner_id = owner;
  select max(version) into written from journal where owner_id = owner;
  if written is distinct from v then
    raise exception 'the journal stands at version %, not at %', written, v using errcode = 'TGE01';
  end if;
  perform guard_sums(jsonb_build_object('payment', p, 'events', happened, 'postings', (
    select coalesce(jsonb_agg(jsonb_build_object('account', account, 'currency', currency, 'amountMinor', amount_minor)), '[]')
      from posting where owner_id = owner)), null, null, null);
  perform set_config('tollgate.refolding', owner, true);
  update payment set version = v, status = p ->> 'status', phase = p ->> 'phase', method = p ->> 'method',
    currency = p ->> 'currency', amount_minor = (p ->> 'amountMinor')::bigint,
    authorized_minor = (p ->> 'authorizedMinor')::bigint, captured_minor = (p ->> 'capturedMinor')::bigint,
    refunded_minor = (p ->> 'refundedMinor')::bigint, reserved_minor = (p ->> 'reservedMinor')::bigint,
    reject_code = p ->> 'rejectCode', next_due_at = millis(p -> 'nextDueAt'), updated_at = millis(p -> 'updatedAt'),
    -- What stops it is not in the journal: whoever resumes it takes it away.
    state = (p -> 'state') || case when held is null then '{}'::jsonb else jsonb_build_object('held', held) end
  where payment_id = owner;
  perform set_config('tollgate.refolding', '', true);
end $$;

create or replace function payment_status_is_legal() returns trigger language plpgsql as $$
begin
  if current_setting('tollgate.refolding', true) = new.payment_id then return new; end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('NEW', 'PENDING'), ('NEW', 'REJECTED'), ('NEW', 'CANCELLED'), ('NEW', 'ERROR'),
    ('PENDING', 'COMPLETED'), ('PENDING', 'REJECTED'), ('PENDING', 'CANCELLED'), ('PENDING', 'ERROR'),
    ('COMPLETED', 'SETTLED'), ('COMPLETED', 'CANCELLED')
  ) then
    raise exception 'status % may not become %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
