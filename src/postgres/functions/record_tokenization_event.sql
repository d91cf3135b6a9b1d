CREATE OR REPLACE FUNCTION public.record_tokenization_event(entry jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  stands record;
  answer jsonb;
begin
  select state into stands from tokenization
   where tokenizer_id = entry ->> 'ownerId' and version = (entry ->> 'version')::int - 1;
  if found then perform stands_on(entry, stands.state, false); end if;
  answer := record_tokenization(entry);
  if answer ->> 'status' = 'committed' then
    perform keep_unsent(entry, entry #>> '{tokenization,merchantId}');
  end if;
  return answer;
end $function$
;
