-- Deliveries of notifications. What the schedule of a notification reckons with is the time of its
-- payment, whose clock may be ahead in the sandbox; leases and the log go by the clock on the wall.

alter table notification
  -- Keeps two attempts of one event from overlapping; one that died is given up after seconds.
  add leased_by text,
  add leased_until timestamptz,
  -- How often somebody had it sent again, and the attempts of the rounds before that.
  add resends int not null default 0,
  add attempts_before int not null default 0;

create index notification_by_merchant on notification (merchant_id, created_at);
create index notification_by_time on notification (created_at);

alter table notification_attempt
  add url text,
  -- As sent, so that a merchant's doubts about a signature can be settled.
  add headers jsonb;

create index notification_attempt_by_time on notification_attempt (at);
