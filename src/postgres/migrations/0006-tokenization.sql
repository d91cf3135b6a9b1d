-- Tokenizations, and the tokens that come of them. The journal, the notifications and the rule that
-- a version that stands is never overwritten are those of payments.

create table tokenization (
  tokenizer_id text primary key,
  version int not null,
  merchant_id text not null,
  agent_id text,
  kind text not null check (kind in ('COF', 'NETWORK')),
  link_id text,
  server_trans_id text,
  -- The token that it led to; several tokenizations of one card share one.
  token_id text,
  status text not null check (status in ('NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED')),
  phase text not null,
  reject_code text,
  held text,
  next_due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Absent while the token lives.
  readable_until timestamptz,
  state jsonb not null
) with (fillfactor = 70);
create index tokenization_by_link on tokenization (link_id) where link_id is not null;
create index tokenization_by_server_trans on tokenization (server_trans_id) where server_trans_id is not null;
create index tokenization_by_token on tokenization (merchant_id, token_id) where token_id is not null;
create index tokenization_due on tokenization (next_due_at) where status in ('NEW', 'PENDING');

create function tokenization_status_is_legal() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('NEW', 'PENDING'), ('NEW', 'REJECTED'), ('NEW', 'CANCELLED'), ('NEW', 'ERROR'),
    ('PENDING', 'COMPLETED'), ('PENDING', 'REJECTED'), ('PENDING', 'CANCELLED'), ('PENDING', 'ERROR'),
    ('COMPLETED', 'DISCARDED')
  ) then
    raise exception 'status % may not become %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger tokenization_status before update of status on tokenization
  for each row execute function tokenization_status_is_legal();

-- What merchants pay with: our own number of a stored card, or the network's reference.
create table card_token (
  merchant_id text not null,
  token_id text not null,
  type text not null check (type in ('COF', 'VTS', 'SCOF')),
  -- The tokenization that made it.
  tokenizer_id text not null,
  customer_key text not null,
  -- Both are gone with the token: nothing leads back to the card.
  fingerprint text,
  vault_ref text,
  card_mask text not null,
  exp_date text not null check (exp_date ~ '^\d{6}$'),
  organization text not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED', 'DISCARDED')),
  visuals jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (merchant_id, token_id),
  constraint card_until_discarded check ((status = 'DISCARDED') = (fingerprint is null)),
  constraint card_only_of_cof check (vault_ref is null or (type = 'COF' and status <> 'DISCARDED'))
);
-- One card of one customer has one active number.
create unique index one_active_card_token on card_token (merchant_id, customer_key, fingerprint)
  where type = 'COF' and status = 'ACTIVE';
create index card_token_by_fingerprint on card_token (merchant_id, fingerprint) where fingerprint is not null;
create index card_token_by_vault_ref on card_token (vault_ref) where vault_ref is not null;
create index card_token_by_ref on card_token (token_id) where type <> 'COF';

-- The line of the journal; when somebody else's stands in its place, the answer says which.
create function journal_line(entry jsonb) returns jsonb language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  v int := (entry ->> 'version')::int;
  standing jsonb;
begin
  insert into journal (owner_id, version, message_id, command, actor, request_id, body_hash, at, events, outcome)
  values (owner, v, entry ->> 'messageId', entry ->> 'command', entry ->> 'actor', entry ->> 'requestId',
          entry ->> 'bodyHash', millis(entry -> 'at'), entry -> 'events', entry -> 'outcome')
  on conflict do nothing;
  if found then return null; end if;
  select jsonb_agg(jsonb_build_object(
           'version', version, 'messageId', message_id, 'at', round(extract(epoch from at) * 1000),
           'events', events) order by version)
    into standing from journal where owner_id = owner and version >= v;
  return jsonb_build_object(
    'status', case when standing is null then 'duplicate' else 'standing' end,
    'entries', coalesce(standing, '[]'::jsonb));
end $$;

create function write_notifications(entry jsonb, merchant text) returns void language sql as $$
  insert into notification (event_id, owner_id, sequence, merchant_id, kind, url, body)
  select n ->> 'eventId', entry ->> 'ownerId', (n ->> 'sequence')::int, merchant, n ->> 'kind',
         entry ->> 'notifyUrl', n ->> 'body'
    from jsonb_array_elements(entry -> 'notifications') n
$$;

-- As before, of the two parts that tokenizations need as well.
create or replace function record_payment(entry jsonb) returns jsonb language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  v int := (entry ->> 'version')::int;
  standing jsonb := journal_line(entry);
begin
  if standing is not null then return standing; end if;
  if jsonb_typeof(entry -> 'payment') = 'object' then
    perform guard_order(entry -> 'order', owner);
    perform guard_batch(entry -> 'precedesBatch');
    perform write_payment(entry -> 'payment', owner, v);
    update vault.secret set used_at = now() where ref = entry ->> 'vaultRef' and used_at is null;
    perform post(entry -> 'postings', owner, v, millis(entry -> 'at'));
    perform write_notifications(entry, entry #>> '{payment,merchantId}');
  end if;
  return jsonb_build_object('status', 'committed', 'entries', '[]'::jsonb);
end $$;

-- The one way anything is written about a tokenization: journal, row, token, vault and
-- notifications in one transaction.
create function record_tokenization(entry jsonb) returns jsonb language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  v int := (entry ->> 'version')::int;
  standing jsonb := journal_line(entry);
  merchant text := entry #>> '{tokenization,merchantId}';
begin
  if standing is not null then return standing; end if;
  if jsonb_typeof(entry -> 'tokenization') = 'object' then
    perform write_tokenization(entry -> 'tokenization', owner, v);
    perform store_token(entry -> 'storeToken', merchant, owner, millis(entry -> 'at'));
    perform change_token(entry -> 'changeToken', merchant);
    update vault.secret set used_at = now() where ref = entry ->> 'vaultRef' and used_at is null;
    perform erase_secrets(entry -> 'erase', merchant);
    perform write_notifications(entry, merchant);
  end if;
  return jsonb_build_object('status', 'committed', 'entries', '[]'::jsonb);
end $$;

create function write_tokenization(t jsonb, owner text, v int) returns void language plpgsql as $$
begin
  if v = 1 then
    insert into tokenization (tokenizer_id, version, merchant_id, agent_id, kind, link_id, server_trans_id, token_id,
      status, phase, reject_code, held, next_due_at, created_at, updated_at, readable_until, state)
    values (owner, v, t ->> 'merchantId', t ->> 'agentId', t ->> 'kind', t ->> 'linkId', t ->> 'serverTransId',
      t ->> 'tokenId', t ->> 'status', t ->> 'phase', t ->> 'rejectCode', t ->> 'held', millis(t -> 'nextDueAt'),
      millis(t -> 'createdAt'), millis(t -> 'updatedAt'), millis(t -> 'readableUntil'), t -> 'state');
    return;
  end if;
  update tokenization set version = v, link_id = t ->> 'linkId',
    -- The browser comes back after the challenge is over, and a result may come twice.
    server_trans_id = coalesce(t ->> 'serverTransId', server_trans_id),
    token_id = t ->> 'tokenId', status = t ->> 'status', phase = t ->> 'phase', reject_code = t ->> 'rejectCode',
    held = t ->> 'held', next_due_at = millis(t -> 'nextDueAt'), updated_at = millis(t -> 'updatedAt'),
    readable_until = millis(t -> 'readableUntil'), state = t -> 'state'
  where tokenizer_id = owner and version = v - 1;
  if not found then raise exception 'version % does not follow', v using errcode = 'TGE01'; end if;
end $$;

-- Erases cards that no token refers to any more.
create function erase_secrets(refs jsonb, merchant text) returns void language plpgsql as $$
begin
  if refs is null or jsonb_array_length(refs) = 0 then return; end if;
  update vault.secret s
     set destroyed_at = now(), key_id = null, wrapped_key = null, ciphertext = null, fingerprint = null
   where ref in (select jsonb_array_elements_text(refs)) and merchant_id = merchant and destroyed_at is null
     and not exists (select from card_token where vault_ref = s.ref);
end $$;

-- A new token, or one more tokenization of a token that lives. When its number is dead by now, or
-- the card has another number already, the wall sends the tokenization back to look again.
create function store_token(t jsonb, merchant text, owner text, taken_at timestamptz) returns void
language plpgsql as $$
declare
  before card_token;
begin
  if t is null or jsonb_typeof(t) = 'null' then return; end if;
  select * into before from card_token where merchant_id = merchant and token_id = t ->> 'tokenId' for update;
  begin
    insert into card_token as known (merchant_id, token_id, type, tokenizer_id, customer_key, fingerprint, vault_ref,
      card_mask, exp_date, organization, status, visuals, created_at)
    values (merchant, t ->> 'tokenId', t ->> 'type', owner, t ->> 'customerKey', t ->> 'fingerprint', t ->> 'vaultRef',
      t ->> 'cardMask', t ->> 'expDate', t ->> 'organization', 'ACTIVE', coalesce(t -> 'visuals', '[]'), taken_at)
    on conflict (merchant_id, token_id) do update
      -- A renewed card takes the place of the old one; the same card again changes nothing.
      set vault_ref = case when known.exp_date = excluded.exp_date then known.vault_ref else excluded.vault_ref end,
          exp_date = excluded.exp_date
      where known.status = 'ACTIVE' and known.fingerprint = excluded.fingerprint;
    if not found then raise unique_violation; end if;
  exception
    when unique_violation then raise exception 'tokenTaken' using errcode = 'TGW01';
  end;
  if before.vault_ref is not null then
    perform erase_secrets(jsonb_build_array(before.vault_ref), merchant);
  end if;
end $$;

-- A discarded token keeps nothing of its card, here or in the vault.
create function change_token(t jsonb, merchant text) returns void language plpgsql as $$
declare
  before card_token;
begin
  if t is null or jsonb_typeof(t) = 'null' then return; end if;
  select * into before from card_token where merchant_id = merchant and token_id = t ->> 'tokenId' for update;
  if before.status is null or before.status = 'DISCARDED' then return; end if;
  if t ->> 'status' <> 'DISCARDED' then
    update card_token set status = t ->> 'status' where merchant_id = merchant and token_id = before.token_id;
    return;
  end if;
  update card_token set status = 'DISCARDED', fingerprint = null, vault_ref = null
   where merchant_id = merchant and token_id = before.token_id;
  if before.vault_ref is not null then
    perform erase_secrets(jsonb_build_array(before.vault_ref), merchant);
  end if;
end $$;
