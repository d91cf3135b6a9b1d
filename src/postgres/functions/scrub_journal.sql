CREATE OR REPLACE FUNCTION public.scrub_journal(lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from jsonb_to_recordset(lines) as s(owner_id text, version int, events jsonb)
      join journal j using (owner_id, version)
      left join payment p on p.payment_id = s.owner_id and p.readable_until < now() and p.purged_at is null
      left join tokenization t on t.tokenizer_id = s.owner_id and t.readable_until < now() and t.purged_at is null
     where (p.payment_id is null and t.tokenizer_id is null) or not only_less(j.events, s.events))
  then raise exception 'the journal is append-only' using errcode = 'insufficient_privilege'; end if;
  update journal j set events = s.events
    from jsonb_to_recordset(lines) as s(owner_id text, version int, events jsonb)
   where j.owner_id = s.owner_id and j.version = s.version and j.events <> s.events;
end $function$
;
