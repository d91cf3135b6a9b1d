-- The one way anything is written about a payment: journal, row, order, postings, balances and
-- notifications in one transaction and one round trip. A plain function body, not one statement: a
-- single snapshot would miss the row of a concurrent winner.
create function record_payment(entry jsonb) returns jsonb language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  v int := (entry ->> 'version')::int;
  taken_at timestamptz := to_timestamp((entry ->> 'at')::numeric / 1000);
  standing jsonb;
begin
  insert into journal (owner_id, version, message_id, command, actor, request_id, body_hash, at, events, outcome)
  values (owner, v, entry ->> 'messageId', entry ->> 'command', entry ->> 'actor', entry ->> 'requestId',
          entry ->> 'bodyHash', taken_at, entry -> 'events', entry -> 'outcome')
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

-- A wall is not an error: the whole transaction goes back, and the payment decides again knowing it.
create function guard_order(demand jsonb, owner text) returns void language plpgsql as $$
declare
  holder text;
begin
  if demand is null or jsonb_typeof(demand) = 'null' then return; end if;
  if demand ->> 'demand' = 'release' then
    delete from paid_order where merchant_id = demand ->> 'merchantId'
      and ext_order_id = demand ->> 'extOrderId' and payment_id = owner;
    return;
  end if;
  if demand ->> 'demand' = 'claim' then
    insert into paid_order (merchant_id, ext_order_id, payment_id)
    values (demand ->> 'merchantId', demand ->> 'extOrderId', owner) on conflict do nothing;
  end if;
  select payment_id into holder from paid_order
   where merchant_id = demand ->> 'merchantId' and ext_order_id = demand ->> 'extOrderId';
  if holder <> owner then raise exception 'orderPaid' using errcode = 'TGW01'; end if;
end $$;

create function guard_batch(completed_at jsonb) returns void language plpgsql as $$
begin
  if completed_at is null or jsonb_typeof(completed_at) = 'null' then return; end if;
  if exists (select 1 from settlement_batch
              where cutoff >= to_timestamp((completed_at #>> '{}')::numeric / 1000)
                and cutoff > now() - interval '2 days')
  then raise exception 'batchClosed' using errcode = 'TGW01'; end if;
end $$;

create function write_payment(p jsonb, owner text, v int) returns void language plpgsql as $$
begin
  if v = 1 then
    insert into payment (payment_id, version, merchant_id, agent_id, ext_order_id, link_id, server_trans_id, status, phase,
      method, currency, amount_minor, authorized_minor, captured_minor, refunded_minor, reserved_minor, reject_code, held,
      next_due_at, created_at, updated_at, readable_until, state)
    values (owner, v, p ->> 'merchantId', p ->> 'agentId', p ->> 'extOrderId', p ->> 'linkId', p ->> 'serverTransId',
      p ->> 'status', p ->> 'phase', p ->> 'method', p ->> 'currency', (p ->> 'amountMinor')::bigint,
      (p ->> 'authorizedMinor')::bigint, (p ->> 'capturedMinor')::bigint, (p ->> 'refundedMinor')::bigint,
      (p ->> 'reservedMinor')::bigint, p ->> 'rejectCode', p ->> 'held', millis(p -> 'nextDueAt'),
      millis(p -> 'createdAt'), millis(p -> 'updatedAt'), millis(p -> 'readableUntil'), p -> 'state');
    return;
  end if;
  -- A challenge that is over is still asked for: the browser and repeated results come after it.
  update payment set version = v, link_id = p ->> 'linkId',
    server_trans_id = coalesce(p ->> 'serverTransId', server_trans_id),
    status = p ->> 'status', phase = p ->> 'phase', method = p ->> 'method',
    authorized_minor = (p ->> 'authorizedMinor')::bigint, captured_minor = (p ->> 'capturedMinor')::bigint,
    refunded_minor = (p ->> 'refundedMinor')::bigint, reserved_minor = (p ->> 'reservedMinor')::bigint,
    reject_code = p ->> 'rejectCode', held = p ->> 'held', next_due_at = millis(p -> 'nextDueAt'),
    updated_at = millis(p -> 'updatedAt'), readable_until = millis(p -> 'readableUntil'), state = p -> 'state'
  where payment_id = owner and version = v - 1;
  if not found then raise exception 'version % does not follow', v using errcode = 'TGE01'; end if;
end $$;

-- Merchants' balances are kept row by row, locked in account order, never below zero.
create function post(list jsonb, owner text, v int, taken_at timestamptz) returns void language plpgsql as $$
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
       and available_minor + change.available >= 0;
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

create function millis(value jsonb) returns timestamptz language sql immutable as $$
  select case when jsonb_typeof(value) = 'number' then to_timestamp((value #>> '{}')::numeric / 1000) end
$$;
