-- Strangers who guess slow down themselves, and not the person whose name they use: tries are counted by
-- person and network together, and a browser that the person has signed in with has a count of its own.
create table portal_device (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id text not null references portal_person (person_id),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  failures integer not null default 0 check (failures >= 0),
  locked_until timestamptz
);
create index portal_device_by_person on portal_device (person_id, created_at);

-- Strangers choose where they come from, so networks share a fixed number of rows.
create table portal_try (
  person_id text not null references portal_person (person_id),
  bucket smallint not null check (bucket between 0 and 255),
  failures integer not null check (failures > 0),
  locked_until timestamptz,
  primary key (person_id, bucket)
);
