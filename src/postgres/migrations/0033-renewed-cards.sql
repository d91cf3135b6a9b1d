-- A card network tells when the card behind a token was renewed: its new expiry, and the last digits of its
-- new number. The merchant is told that, and of a token that was suspended or woken.
create or replace function change_token(t jsonb, merchant text) returns void language plpgsql as $$
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
end $$;

create or replace function event_type(kind text, body text) returns text language sql immutable as $$
  select case
    when kind = 'webhook' then 'webhook.' || lower(b ->> 'status')
    when kind = 'settlement' then 'settlement.created'
    when kind = 'refund' then 'refund.' || case coalesce(b ->> 'transStatus', b ->> 'status')
      when 'NEW' then 'pending' else lower(coalesce(b ->> 'transStatus', b ->> 'status')) end
    when kind = 'tokenizer' then 'token.' || case coalesce(b ->> 'tokenChange', b ->> 'status')
      when 'COMPLETED' then 'active' when 'RESUMED' then 'active'
      else lower(coalesce(b ->> 'tokenChange', b ->> 'status')) end
    when b ->> 'transType' is null then 'payment.' || lower(b ->> 'status')
    else 'payment.' || case concat_ws(' ', b ->> 'transType', b ->> 'transStatus')
      when 'CAPTURE PENDING' then 'capture_pending'
      when 'CAPTURE COMPLETED' then 'captured'
      when 'ADJUSTMENT PENDING' then 'adjustment_pending'
      when 'ADJUSTMENT COMPLETED' then 'adjusted'
      when 'ADJUSTMENT CANCELLED' then 'withdrawn'
      else lower(b ->> 'transType') || '_refused' end
  end from (select body::jsonb as b) parsed
$$;
