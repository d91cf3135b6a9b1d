-- A credential that is proposed for an account, sealed, until another person has agreed to it.
create table connector_proposal (
  record_id text primary key,
  merchant_id text not null references merchant (mid),
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  proposed_at timestamptz not null default clock_timestamp()
);
create index connector_proposal_by_key on connector_proposal (key_id);

-- Payments hang on where an account leads: another address is another account, and theirs stays. Only
-- the owner, who makes the sandbox, can move one.
create function connector_account_stays() returns trigger language plpgsql as $$
begin
  if current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then raise exception 'an account at a provider is never overwritten'; end if;
  return new;
end $$;
create trigger connector_account_stays before update on connector_account
  for each row when (new.settings is distinct from old.settings
    or (new.merchant_id, new.connector, new.account)
       is distinct from (old.merchant_id, old.connector, old.account))
  execute function connector_account_stays();
