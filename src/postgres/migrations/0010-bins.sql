-- The issuer files that operators have loaded. The newest one is in force; of the others only the
-- record that they were there is kept.
create table bin_file (
  id bigint generated always as identity primary key,
  name text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count > 0),
  as_of date,
  loaded_at timestamptz not null default clock_timestamp(),
  loaded_by text not null check (loaded_by <> '')
);

-- Leading digits filled up to eleven, both ends included.
create table bin_range (
  file_id bigint not null references bin_file (id),
  low bigint not null,
  high bigint not null check (high >= low),
  facts jsonb not null,
  primary key (file_id, low, high)
);
