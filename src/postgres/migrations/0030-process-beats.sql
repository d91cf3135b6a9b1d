-- Which processes live, by the task queue that is their own: each says so every second. A call that
-- only one process can make is waited for while it beats. A crash may forget it: the next beat is near.
create unlogged table process_beat (
  queue text primary key,
  at timestamptz not null
);
