-- What merchants can read about their payments, whether they have an address for notifications or not.
-- A notification that nobody is sent is 'unsent': it is kept for the list of events only.
alter table notification drop constraint notification_state_check;
alter table notification add constraint notification_state_check
  check (state in ('pending', 'accepted', 'refused', 'exhausted', 'unsent'));

-- The place of an event among all of its merchant. It is given when somebody reads, to rows that are
-- committed, because a number that is taken before the commit may show up after a higher one.
alter table notification add position bigint;
create unique index notification_in_order on notification (merchant_id, position);
create index notification_unnumbered on notification (merchant_id, created_at) where position is null;

create function number_events(merchant text) returns void language plpgsql as $$
begin
  if not exists (select 1 from notification where merchant_id = merchant and position is null) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('events/' || merchant, 0));
  update notification n set position = fresh.rank +
      (select coalesce(max(position), 0) from notification where merchant_id = merchant)
    from (select event_id, row_number() over (order by created_at, owner_id, sequence) as rank
            from notification where merchant_id = merchant and position is null) fresh
   where n.event_id = fresh.event_id;
end $$;

-- What an event is called; the one place that decides it.
create function event_type(kind text, body text) returns text language sql immutable as $$
  select case
    when kind = 'refund' then 'refund.' || case coalesce(b ->> 'transStatus', b ->> 'status')
      when 'NEW' then 'pending' else lower(coalesce(b ->> 'transStatus', b ->> 'status')) end
    when kind = 'tokenizer' then 'token.' || case b ->> 'status'
      when 'COMPLETED' then 'active' else lower(b ->> 'status') end
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

-- Around the one way anything is written about a payment or a tokenization: what its merchant is not
-- sent is kept beside it, numbered on from the last one.
create function keep_unsent(entry jsonb, merchant text) returns void language plpgsql as $$
declare
  owner text := entry ->> 'ownerId';
  at timestamptz := to_timestamp((entry ->> 'at')::numeric / 1000);
  last int;
begin
  if coalesce(jsonb_array_length(entry -> 'unsent'), 0) = 0 then return; end if;
  select coalesce(max(sequence), 0) into last from notification where owner_id = owner;
  insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state)
  select owner || '_' || (last + i), owner, last + i, merchant, u ->> 'kind',
         ((u -> 'body') || jsonb_build_object(
           'eventId', owner || '_' || (last + i), 'sequence', last + i,
           'eventTime', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text,
         'unsent'
    from jsonb_array_elements(entry -> 'unsent') with ordinality as t(u, i);
end $$;

create function record_payment_event(entry jsonb) returns jsonb language plpgsql as $$
declare
  answer jsonb := record_payment(entry);
begin
  if answer ->> 'status' = 'committed' then
    perform keep_unsent(entry, entry #>> '{payment,merchantId}');
    -- A card that another has replaced, and a wallet's token once it is opened, go with the same commit.
    perform erase_secrets(entry -> 'replacedRefs', entry #>> '{payment,merchantId}');
  end if;
  return answer;
end $$;

create function record_tokenization_event(entry jsonb) returns jsonb language plpgsql as $$
declare
  answer jsonb := record_tokenization(entry);
begin
  if answer ->> 'status' = 'committed' then
    perform keep_unsent(entry, entry #>> '{tokenization,merchantId}');
  end if;
  return answer;
end $$;

-- The lists of merchants follow an index as far as the page goes; those by update have theirs.
create index payment_of_merchant_by_creation on payment (merchant_id, created_at, payment_id);
drop index posting_by_account;
create index posting_by_account on posting (account, currency, at, owner_id, version, position);
