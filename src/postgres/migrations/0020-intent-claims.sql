-- One attempt of an operation is sent by one execution and no other: the one whose claim stands here.
-- A task that runs again on another worker finds the claim of the first, and asks instead of sending.
alter table intent
  add column attempt int not null default 1,
  add column claimed_by text;
