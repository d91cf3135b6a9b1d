-- What came of each charge through a merchant's own account: whether an account works is read from here,
-- so that all processes see the same. Rows of yesterday say nothing any more and are removed.
create table account_charge (
  merchant_id text not null,
  via text not null,
  reference text not null,
  at timestamptz not null default clock_timestamp(),
  outcome text not null,
  answered boolean not null,
  trial boolean not null,
  primary key (merchant_id, via, at, reference)
);

-- Who finds out whether an account works again: one charge at a time.
create table account_trial (
  merchant_id text not null,
  via text not null,
  reference text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, via)
);
