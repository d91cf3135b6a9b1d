CREATE OR REPLACE FUNCTION public.write_payment(p jsonb, owner text, v integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if v = 1 then
    insert into payment (payment_id, version, merchant_id, agent_id, ext_order_id, link_id, server_trans_id, status, phase,
      method, organization, currency, amount_minor, authorized_minor, captured_minor, refunded_minor, reserved_minor,
      reject_code, held, next_due_at, created_at, updated_at, readable_until, state)
    values (owner, v, p ->> 'merchantId', p ->> 'agentId', p ->> 'extOrderId', p ->> 'linkId', p ->> 'serverTransId',
      p ->> 'status', p ->> 'phase', p ->> 'method', p #>> '{state,instrument,organization}', p ->> 'currency',
      (p ->> 'amountMinor')::bigint, (p ->> 'authorizedMinor')::bigint, (p ->> 'capturedMinor')::bigint,
      (p ->> 'refundedMinor')::bigint, (p ->> 'reservedMinor')::bigint, p ->> 'rejectCode', p ->> 'held',
      millis(p -> 'nextDueAt'), millis(p -> 'createdAt'), millis(p -> 'updatedAt'), millis(p -> 'readableUntil'),
      p -> 'state');
    return;
  end if;
  -- A challenge that is over is still asked for: the browser and repeated results come after it.
  update payment set version = v, link_id = p ->> 'linkId',
    server_trans_id = coalesce(p ->> 'serverTransId', server_trans_id),
    status = p ->> 'status', phase = p ->> 'phase', method = p ->> 'method',
    organization = p #>> '{state,instrument,organization}',
    authorized_minor = (p ->> 'authorizedMinor')::bigint, captured_minor = (p ->> 'capturedMinor')::bigint,
    refunded_minor = (p ->> 'refundedMinor')::bigint, reserved_minor = (p ->> 'reservedMinor')::bigint,
    reject_code = p ->> 'rejectCode', held = p ->> 'held', next_due_at = millis(p -> 'nextDueAt'),
    updated_at = millis(p -> 'updatedAt'), readable_until = millis(p -> 'readableUntil'), state = p -> 'state'
  where payment_id = owner and version = v - 1;
  if not found then raise exception 'version % does not follow', v using errcode = 'TGE01'; end if;
end $function$
;
