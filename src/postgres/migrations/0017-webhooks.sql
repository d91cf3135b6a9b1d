-- Addresses that merchants have events sent to, besides the one for notifications.
create table webhook (
  webhook_id text primary key check (webhook_id ~ '^[a-z]{1,64}$'),
  merchant_id text not null references merchant (mid),
  url text not null,
  -- Which events; none named: all of them, also kinds that are yet to come.
  types text[],
  description text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null default clock_timestamp(),
  -- The place in the list of events up to which everything was told, refused or not asked for.
  position bigint not null,
  -- Of the event that comes next: attempts so far, and when there may be another one.
  attempts int not null default 0,
  next_attempt_at timestamptz,
  failing_since timestamptz,
  warned_at timestamptz
);
create index webhook_by_merchant on webhook (merchant_id, created_at);

-- The secret that signs, and for a day after a rotation the one before it.
create table webhook_secret (
  webhook_id text not null references webhook (webhook_id) on delete cascade,
  merchant_id text not null,
  slot smallint not null check (slot in (1, 2)),
  record_id text not null unique,
  key_id text not null,
  wrapped_key bytea not null,
  ciphertext bytea not null,
  valid_until timestamptz,
  primary key (webhook_id, slot)
);

create table webhook_attempt (
  event_id text not null,
  webhook_id text not null,
  at timestamptz not null default clock_timestamp(),
  url text not null,
  latency_ms int not null,
  status int,
  problem text
);
create index webhook_attempt_by_event on webhook_attempt (event_id, at);
create index webhook_attempt_by_webhook on webhook_attempt (webhook_id, at);

-- What happens to a webhook is an event like any other; nobody is sent it but other webhooks.
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('payment', 'refund', 'tokenizer', 'webhook', 'settlement'));

create or replace function event_type(kind text, body text) returns text language sql immutable as $$
  select case
    when kind = 'webhook' then 'webhook.' || lower(b ->> 'status')
    when kind = 'settlement' then 'settlement.created'
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

-- An event that is about no payment; it is numbered within its owner like the others.
create function tell_merchant(owner text, merchant text, about text, facts jsonb)
returns text language plpgsql as $$
declare
  next int;
begin
  perform pg_advisory_xact_lock(hashtextextended('tell/' || owner, 0));
  select coalesce(max(sequence), 0) + 1 into next from notification where owner_id = owner;
  insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state)
  values (owner || '_' || next, owner, next, merchant, about,
    (facts || jsonb_build_object('eventId', owner || '_' || next, 'sequence', next,
      'eventTime', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ))::text, 'unsent');
  return owner || '_' || next;
end $$;
