CREATE OR REPLACE FUNCTION public.guard_batch(completed_at jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_provider text := coalesce(completed_at ->> 'provider', 'acquirer');
  at timestamptz := to_timestamp(coalesce(completed_at ->> 'at', completed_at #>> '{}')::numeric / 1000);
begin
  if exists (select 1 from settlement_batch
              where provider = of_provider and provider not in ('blik', 'bank')
                and cutoff >= at and cutoff > now() - interval '2 days'
                and (provider = 'acquirer' or batch_id ~ '/(daily|now)-[^/]*$'))
  then raise exception 'batchClosed' using errcode = 'TGW01'; end if;
end $function$
;
