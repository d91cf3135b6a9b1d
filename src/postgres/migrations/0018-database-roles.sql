-- Who may do what in this database. The owner migrates and does nothing else; the application works as
-- tollgate_app, which can change no table's shape and no line of the books; cards are read by
-- tollgate_vault on connections of its own; reports are made by tollgate_reader.

-- Cards are erased in the same commit as what replaces them, by a role that cannot read them.
alter function erase_secrets(jsonb, text) security definer set search_path = public, pg_temp;

-- Every card that payments past their retention ever had.
create function erase_purged_cards(payment_ids text[], refs text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update vault.secret s
     set destroyed_at = now(), key_id = null, wrapped_key = null, ciphertext = null, fingerprint = null
   where s.ref = any(refs) and s.destroyed_at is null
     and s.merchant_id in (select merchant_id from payment where payment_id = any(payment_ids)
                              and readable_until < now() and purged_at is null)
     and not exists (select from card_token t where t.vault_ref = s.ref)
$$;

-- The one change that a line of the journal ever sees: past its retention, what is personal is taken
-- out. Nothing else of the line, no event and no amount can be changed this way.
create function scrub_journal(lines jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from jsonb_to_recordset(lines) as s(owner_id text, version int, events jsonb)
      join journal j using (owner_id, version)
      left join payment p on p.payment_id = s.owner_id and p.readable_until < now() and p.purged_at is null
     where p.payment_id is null or not only_less(j.events, s.events))
  then raise exception 'the journal is append-only' using errcode = 'insufficient_privilege'; end if;
  update journal j set events = s.events
    from jsonb_to_recordset(lines) as s(owner_id text, version int, events jsonb)
   where j.owner_id = s.owner_id and j.version = s.version and j.events <> s.events;
end $$;

-- Whether the second is the first with members left out. A customer may have become nobody.
create function only_less(before jsonb, after jsonb) returns boolean language plpgsql immutable as $$
begin
  if jsonb_typeof(before) <> jsonb_typeof(after) then return false; end if;
  if jsonb_typeof(before) = 'array' then
    return jsonb_array_length(before) = jsonb_array_length(after) and not exists (
      select from jsonb_array_elements(before) with ordinality b(element, place)
        join jsonb_array_elements(after) with ordinality a(element, place) using (place)
       where not only_less(b.element, a.element));
  end if;
  if jsonb_typeof(before) = 'object' then
    return not exists (
      select from jsonb_each(after) a where not (
        (a.key = 'customer' and a.value = '{"email": ""}' and before ? 'customer')
        or (before ? a.key and only_less(before -> a.key, a.value))));
  end if;
  return before = after;
end $$;

-- Called at the end of every migration, so that new tables have their rights as well. Where the owner
-- may not create roles, the administrator does so beforehand; without them the owner works alone.
create function grant_rights() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  name text;
begin
  foreach name in array array['tollgate_app', 'tollgate_vault', 'tollgate_reader'] loop
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
end $$;

create function grant_application() returns void language plpgsql as $$
begin
  grant usage on schema public, vault to tollgate_app;
  grant select, insert, update, delete on all tables in schema public to tollgate_app;
  revoke update, delete on journal, posting, operator_audit, operator_entry from tollgate_app;
  revoke insert, update, delete on schema_migration from tollgate_app;
  -- What money and responsibility hang on is ended or disabled, never removed.
  revoke delete on payment, tokenization, balance, approval, merchant, operator, intent, card_token,
    settlement_batch, settlement_line, settlement_missing, wallet_message from tollgate_app;
  -- That a card is used is part of the payment's commit; what the card is, is not.
  grant select (ref, used_at), update (used_at) on vault.secret to tollgate_app;
  grant select on vault.orphan to tollgate_app;
  revoke execute on function erase_secrets(jsonb, text), erase_purged_cards(text[], text[]),
    scrub_journal(jsonb) from public;
  grant execute on function erase_secrets(jsonb, text), erase_purged_cards(text[], text[]),
    scrub_journal(jsonb) to tollgate_app;
end $$;

-- Figures, not people: no state, no events, no secrets, no links that open a payment page.
create function grant_reader() returns void language plpgsql as $$
declare
  listed record;
begin
  grant usage on schema public to tollgate_reader;
  grant select on posting, balance, merchant, agreement, marketplace_agreement, settlement_batch, settlement_line,
    settlement_missing, operator_entry, operator_audit, approval, bin_file, schema_migration to tollgate_reader;
  for listed in
    select table_name, string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns
     where table_schema = 'public' and table_name in ('payment', 'tokenization', 'journal', 'notification')
       and column_name not in ('state', 'events', 'outcome', 'operator_order', 'body', 'url', 'link_id',
                               'server_trans_id', 'body_hash', 'token_id')
     group by table_name
  loop
    execute format('grant select (%s) on %I to tollgate_reader', listed.columns, listed.table_name);
  end loop;
end $$;
