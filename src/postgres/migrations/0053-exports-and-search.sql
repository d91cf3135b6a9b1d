-- Refunds are read out by merchant, and payers ask about payments by their address.
create index payment_with_refunds on payment (merchant_id, created_at, payment_id)
  where state -> 'refunds' <> '[]'::jsonb;
create index payment_by_email on payment (merchant_id, lower(state #>> '{customer,email}'), created_at);
