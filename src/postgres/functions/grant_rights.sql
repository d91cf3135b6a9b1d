CREATE OR REPLACE FUNCTION public.grant_rights()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  name text;
begin
  foreach name in array array['tollgate_app', 'tollgate_vault', 'tollgate_reader', 'tollgate_portal'] loop
    begin
      if to_regrole(name) is null then execute format('create role %I nologin', name); end if;
    exception
      when insufficient_privilege or duplicate_object or unique_violation then null;
    end;
  end loop;
  if to_regrole('tollgate_app') is not null then perform grant_application(); end if;
  if to_regrole('tollgate_vault') is not null then
    grant usage on schema public, vault to tollgate_vault;
    grant select, insert, update on vault.secret to tollgate_vault;
    grant select on vault.orphan to tollgate_vault;
    -- Whatever else is sealed under the same keys moves to a new one with the cards.
    for name in select table_name from information_schema.columns
                 where table_schema = 'public' and column_name = 'wrapped_key' loop
      execute format('grant select, update (key_id, wrapped_key) on %I to tollgate_vault', name);
    end loop;
  end if;
  if to_regrole('tollgate_reader') is not null then perform grant_reader(); end if;
  if to_regrole('tollgate_portal') is not null then perform grant_portal(); end if;
end $function$
;
