-- Cards that others had replaced, and wallets' tokens that had been opened, stayed in the vault beyond
-- everything that referred to them. From now on they go with the commit that replaces them.

-- What is in the vault and nothing refers to. A day old: a request under way has not been recorded yet.
create view vault.orphan as
select ref, merchant_id, kind, created_at
  from vault.secret s
 where destroyed_at is null and created_at < now() - interval '1 day'
   and not exists (select from card_token where vault_ref = s.ref)
   and not exists (select from payment where state #>> '{instrument,vaultRef}' = s.ref)
   and not exists (select from tokenization where state #>> '{instrument,vaultRef}' = s.ref);

update vault.secret
   set destroyed_at = now(), key_id = null, wrapped_key = null, ciphertext = null, fingerprint = null
 where ref in (select ref from vault.orphan);

do $$
begin
  grant select on vault.orphan to tollgate_vault;
exception
  when undefined_object then null;
end $$;
