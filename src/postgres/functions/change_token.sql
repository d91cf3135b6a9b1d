CREATE OR REPLACE FUNCTION public.change_token(t jsonb, merchant text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  before card_token;
begin
  if t is null or jsonb_typeof(t) = 'null' then return; end if;
  select * into before from card_token where merchant_id = merchant and token_id = t ->> 'tokenId' for update;
  if before.status is null or before.status = 'DISCARDED' then return; end if;
  if t ->> 'status' <> 'DISCARDED' then
    update card_token set status = t ->> 'status', exp_date = coalesce(t ->> 'expDate', exp_date),
      card_mask = coalesce(t ->> 'cardMask', card_mask)
     where merchant_id = merchant and token_id = before.token_id;
    return;
  end if;
  update card_token set status = 'DISCARDED', fingerprint = null, vault_ref = null
   where merchant_id = merchant and token_id = before.token_id;
  if before.vault_ref is not null then
    perform erase_secrets(jsonb_build_array(before.vault_ref), merchant);
  end if;
end $function$
;
