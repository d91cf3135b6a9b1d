-- In a database that was moved by a dump the numbers of transactions begin anew, below those that its
-- postings carry: new postings would never be counted. Then all are counted once, and carry none.
create function recount_ledger() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table posting in share row exclusive mode;
  update posting set taken_in = null where taken_in is not null;
  delete from ledger_sum;
  insert into ledger_sum
  select account, currency, sum(amount_minor) from posting group by account, currency;
  update ledger_watch set counted_to = pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
end $$;

create or replace function grant_application() returns void language plpgsql as $$
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
    scrub_journal(jsonb), recount_ledger() from public;
  grant execute on function erase_secrets(jsonb, text), erase_purged_cards(text[], text[]),
    scrub_journal(jsonb), recount_ledger() to tollgate_app;
end $$;
