CREATE OR REPLACE FUNCTION public.open_settlement(batch text)
 RETURNS text
 LANGUAGE sql
AS $function$
  select open_settlement(batch, 'acquirer')
$function$
;
CREATE OR REPLACE FUNCTION public.open_settlement(batch text, of_provider text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  other text;
begin
  perform pg_advisory_xact_lock(hashtext('settlement ' || of_provider));
  if exists (select from settlement_batch where batch_id = batch) then return null; end if;
  select batch_id into other from settlement_batch
   where state <> 'done' and provider = of_provider
     and created_at > clock_timestamp() - interval '1 day'
   order by created_at limit 1;
  if other is null then
    insert into settlement_batch (batch_id, cutoff, provider)
    values (batch, clock_timestamp(), of_provider);
  end if;
  return other;
end $function$
;
