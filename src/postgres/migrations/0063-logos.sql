-- Pictures that merchants have uploaded for their payment page.
create table merchant_logo (
  merchant_id text primary key references merchant (mid),
  path text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 200000),
  created_at timestamptz not null default clock_timestamp()
);
