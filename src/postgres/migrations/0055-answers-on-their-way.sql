-- A dispute whose answer is on its way is read as such.
alter table dispute drop constraint dispute_status_check;
alter table dispute add constraint dispute_status_check check (status in
  ('NEEDS_RESPONSE', 'SUBMITTING', 'ACCEPTING', 'UNDER_REVIEW', 'WON', 'LOST', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN'));
