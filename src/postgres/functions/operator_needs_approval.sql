CREATE OR REPLACE FUNCTION public.operator_needs_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select 1 from journal where owner_id = new.owner_id
                  and (version = new.version or message_id = new.message_id))
  then
    perform use_approval(substr(new.message_id, 5), new.operator_order, new.owner_id, null);
  end if;
  return new;
end $function$
;
