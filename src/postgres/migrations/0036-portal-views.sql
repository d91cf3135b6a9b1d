-- Filters of the list of payments that somebody looks at again and again, under a name of theirs.
create table portal_view (
  view_id text primary key check (view_id ~ '^[a-z]{1,64}$'),
  person_id text not null references portal_person (person_id),
  name text not null check (length(name) between 1 and 60),
  -- As it stands in the address of the list.
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null default clock_timestamp(),
  unique (person_id, name)
);
