-- The merchants' portal signs in as a role of its own. It knows people, their sessions and the figures that
-- they are shown; it acts through the API, as the person whose session it presents. Cards, secrets of
-- merchants, accounts at providers and everything that moves money are none of its business.

-- What its figures count of a payment; the state, with its customer, stays where it is.
create view portal_payment as
  select payment_id, merchant_id, created_at, updated_at, method, currency, status, phase, amount_minor,
         authorized_minor, captured_minor, refunded_minor, reserved_minor, next_due_at,
         state #>> '{instrument,organization}' as organization
    from payment;

-- A line of the audit follows from the one before it, which whoever writes it need not be able to read.
alter function operator_audit_chain() security definer set search_path = public, pg_temp;

-- Numbering changes nothing but the numbers, for whoever lists events.
alter function number_events(text) security definer set search_path = public, pg_temp;

create function grant_portal() returns void language plpgsql as $$
declare
  name text;
begin
  grant usage on schema public to tollgate_portal;
  -- People, what they sign in with, their sessions and views, and the sums that they are shown.
  for name in select table_name from information_schema.tables
               where table_schema = 'public' and table_name like 'portal\_%' and table_type = 'BASE TABLE' loop
    execute format('grant select, insert, update, delete on %I to tollgate_portal', name);
  end loop;
  -- Who is there stays there: people are disabled.
  revoke delete on portal_person from tollgate_portal;
  grant select on portal_payment to tollgate_portal;
  grant select (mid, name, status, version, settings) on merchant to tollgate_portal;
  grant select (event_id, merchant_id, owner_id, sequence, position, kind, body, created_at, state,
    attempts, attempts_before) on notification
    to tollgate_portal;
  grant select (id, name, loaded_by) on bin_file to tollgate_portal;
  -- What it did is written down; what anybody did is not shown to it.
  grant insert on operator_audit to tollgate_portal;
end $$;

-- As before, with the role of the portal.
create or replace function grant_rights() returns void language plpgsql set search_path = public, pg_temp as $$
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
end $$;
