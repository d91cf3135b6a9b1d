CREATE OR REPLACE FUNCTION public.grant_application()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  grant usage on schema public, vault to tollgate_app;
  grant select, insert, update, delete on all tables in schema public to tollgate_app;
  revoke update, delete on journal, posting, operator_audit, operator_entry from tollgate_app;
  revoke insert, update, delete on schema_migration from tollgate_app;
  -- What money and responsibility hang on is ended or disabled, never removed.
  revoke delete on payment, tokenization, dispute, balance, approval, merchant, operator, intent, card_token,
    settlement_batch, settlement_line, settlement_missing, wallet_message from tollgate_app;
  -- That a card is used is part of the payment's commit; what the card is, is not.
  grant select (ref, used_at), update (used_at) on vault.secret to tollgate_app;
  grant select on vault.orphan to tollgate_app;
  revoke execute on function erase_secrets(jsonb, text), erase_purged_cards(text[], text[]),
    scrub_journal(jsonb), recount_ledger(), make_exchange_months(), drop_exchange_months(int) from public;
  grant execute on function erase_secrets(jsonb, text), erase_purged_cards(text[], text[]),
    scrub_journal(jsonb), recount_ledger(), make_exchange_months(), drop_exchange_months(int) to tollgate_app;
end $function$
;
