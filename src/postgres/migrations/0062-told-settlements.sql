-- What providers tell of settlements by themselves: one line of money each, or the name of a report.
create table told_settlement (
  merchant_id text not null,
  via text not null,
  name text not null,
  line jsonb,
  told_at timestamptz not null default clock_timestamp(),
  batch text,
  closed_at timestamptz,
  primary key (merchant_id, via, name),
  check ((batch is null) = (closed_at is null))
);
create index told_settlement_open on told_settlement (merchant_id, via) where batch is null;
create index told_settlement_batch on told_settlement (merchant_id, via, batch);
create index told_settlement_reference on told_settlement (merchant_id, via, (line ->> 'reference'));
