-- A worker sends the state it started from. A build whose fold is wrong has another one than what was
-- committed, and everything it goes on to decide would be wrong: it is refused before it is written, and
-- the payment waits for an operator. Builds that do not send it yet are taken as before.
create function differences(told jsonb, stands jsonb) returns text language sql immutable as $$
  select string_agg(
           key || case when key like '%Minor'
                       then format(' %s instead of %s', coalesce(told ->> key, 'nothing'),
                                   coalesce(stands ->> key, 'nothing'))
                       else '' end, ', ' order by key not like '%Minor', key)
    from (select jsonb_object_keys(told) as key union select jsonb_object_keys(stands)) keys
   where told -> key is distinct from stands -> key
$$;

create function money_of(state jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, state -> key)
    from unnest(array['authorizedMinor', 'capturedMinor', 'refundedMinor', 'reservedMinor']) key
$$;

-- An operator's mark is written beside the journal, so a worker need not know it. What retention has
-- taken out of a row may still be known to a workflow; the money must agree all the same.
create function stands_on(entry jsonb, stands jsonb, is_purged boolean) returns void language plpgsql as $$
declare
  told jsonb := (entry -> 'startedFrom') - 'held';
  kept jsonb := stands - 'held';
begin
  if told is null or told = kept then return; end if;
  if is_purged then
    told := money_of(told);
    kept := money_of(kept);
    if told = kept then return; end if;
  end if;
  raise exception 'started from another state than what was committed: %', differences(told, kept)
    using errcode = 'TGE01';
end $$;

create or replace function record_payment_event(entry jsonb) returns jsonb language plpgsql as $$
declare
  stands record;
  answer jsonb;
begin
  select state, purged_at is not null as is_purged into stands from payment
   where payment_id = entry ->> 'ownerId' and version = (entry ->> 'version')::int - 1;
  if found then perform stands_on(entry, stands.state, stands.is_purged); end if;
  answer := record_payment(entry);
  if answer ->> 'status' = 'committed' then
    perform keep_unsent(entry, entry #>> '{payment,merchantId}');
    -- A card that another has replaced, and a wallet's token once it is opened, go with the same commit.
    perform erase_secrets(entry -> 'replacedRefs', entry #>> '{payment,merchantId}');
  end if;
  return answer;
end $$;

create or replace function record_tokenization_event(entry jsonb) returns jsonb language plpgsql as $$
declare
  stands record;
  answer jsonb;
begin
  select state into stands from tokenization
   where tokenizer_id = entry ->> 'ownerId' and version = (entry ->> 'version')::int - 1;
  if found then perform stands_on(entry, stands.state, false); end if;
  answer := record_tokenization(entry);
  if answer ->> 'status' = 'committed' then
    perform keep_unsent(entry, entry #>> '{tokenization,merchantId}');
  end if;
  return answer;
end $$;
