CREATE OR REPLACE FUNCTION public.record_payment(entry jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
    perform guard_disputed(entry);
    perform write_payment(entry -> 'payment', owner, v);
    update vault.secret set used_at = now() where ref = entry ->> 'vaultRef' and used_at is null;
    perform post(entry -> 'postings', owner, v, taken_at);
    insert into notification (event_id, owner_id, sequence, merchant_id, kind, url, body)
    select n ->> 'eventId', owner, (n ->> 'sequence')::int, entry #>> '{payment,merchantId}', n ->> 'kind',
           entry ->> 'notifyUrl', n ->> 'body'
      from jsonb_array_elements(entry -> 'notifications') n;
  end if;
  return jsonb_build_object('status', 'committed', 'entries', '[]'::jsonb);
end $function$
;
