-- A key that somebody made on the portal can do at most what that person may, at each use, and ends with
-- them. Without a holder it was made with the merchant's secret, and is the merchant's own.
alter table api_key
  add column holder_id text references portal_person (person_id),
  add column held_since timestamptz,
  add constraint held_since_then check ((holder_id is null) = (held_since is null));

-- When somebody was disabled last, or lost the role that may have keys: those they held until then have
-- ended with it, also when the person comes back.
alter table portal_person add column keys_ended_at timestamptz;
update portal_person set keys_ended_at = coalesce(disabled_at, clock_timestamp())
 where disabled_at is not null or role not in ('owner', 'developer');

-- Of the keys that are there already, the audit knows who made them.
update api_key k set holder_id = p.person_id, held_since = k.created_at
  from operator_audit a
  join portal_person p on a.operator = 'person/' || p.person_id || '/' || p.merchant_id
 where a.action = 'key.create' and a.subject = k.key_id and p.merchant_id = k.merchant_id;

create index api_key_by_holder on api_key (holder_id) where holder_id is not null;
