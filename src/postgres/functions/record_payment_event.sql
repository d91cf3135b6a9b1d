CREATE OR REPLACE FUNCTION public.record_payment_event(entry jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
end $function$
;
