-- What merchants look for in their payments besides orders: a card, by what is shown of it, and what the
-- provider calls a transaction.
create index payment_by_card on payment (merchant_id, right(state #>> '{instrument,cardMask}', 4), created_at, payment_id)
  where state #>> '{instrument,cardMask}' is not null;

-- Written at once: a list of pending entries would be put in order at the cost of one unlucky payment.
create index payment_by_reference on payment
  using gin (jsonb_path_query_array(state, '$.transactions[*].acquirerRef') jsonb_path_ops) with (fastupdate = off)
  where state @? '$.transactions[*].acquirerRef';
