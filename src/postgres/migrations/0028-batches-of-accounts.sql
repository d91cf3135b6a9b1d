-- A reversal must come before the close of a batch of who reverses, and of nobody else: accounts of merchants have
-- batches too. Those that we close have names of ours; what a provider has paid out by itself closes nothing.
-- BLIK and banks send back instead.
create or replace function guard_batch(completed_at jsonb) returns void language plpgsql as $$
declare
  of_provider text := coalesce(completed_at ->> 'provider', 'acquirer');
  at timestamptz := to_timestamp(coalesce(completed_at ->> 'at', completed_at #>> '{}')::numeric / 1000);
begin
  if exists (select 1 from settlement_batch
              where provider = of_provider and provider not in ('blik', 'bank')
                and cutoff >= at and cutoff > now() - interval '2 days'
                and (provider = 'acquirer' or batch_id ~ '/(daily|now)-[^/]*$'))
  then raise exception 'batchClosed' using errcode = 'TGW01'; end if;
end $$;
