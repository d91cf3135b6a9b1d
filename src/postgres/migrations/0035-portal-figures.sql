-- What the overview of the portal shows, counted as it happens: the list of a merchant's events says which
-- payments have changed, and the sums of their days are moved by what has changed of each. Nothing of this
-- is written by a payment, and all of it can be counted again from payments.

-- How far along its events a merchant is counted.
create table portal_counting (
  merchant_id text primary key references merchant (mid),
  position bigint not null check (position >= 0)
);

-- What of each payment is in the sums.
create table portal_counted (
  payment_id text primary key,
  merchant_id text not null,
  day date not null,
  method text not null,
  organization text not null,
  currency text not null,
  payments int not null,
  approved int not null,
  declined int not null,
  waiting int not null,
  holds int not null,
  held_minor bigint not null,
  sold_minor bigint not null,
  refunded_minor bigint not null
);
create index portal_counted_by_day on portal_counted (day);

create table portal_day (
  merchant_id text not null,
  -- In Warsaw, when the payment was created.
  day date not null,
  method text not null,
  organization text not null,
  currency text not null,
  payments int not null,
  approved int not null,
  declined int not null,
  waiting int not null,
  holds int not null,
  held_minor bigint not null,
  sold_minor bigint not null,
  refunded_minor bigint not null,
  primary key (merchant_id, day, method, organization, currency)
);
