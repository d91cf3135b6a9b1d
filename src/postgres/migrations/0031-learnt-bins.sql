-- What acquirers told about the cards of an issuer's range, where no issuer file says it. Once two of
-- them disagree the range answers nothing: unknown is better than wrong.
create table learnt_bin (
  bin text primary key check (bin ~ '^[0-9]{8}$'),
  facts jsonb not null,
  source text not null,
  is_contested boolean not null default false,
  seen_at timestamptz not null default now()
);
