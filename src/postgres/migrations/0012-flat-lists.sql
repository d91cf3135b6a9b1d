-- Lists and figures whose cost does not grow with what is stored. Most payments rest for ever; what is
-- looked for among them is new, or moving, or belongs to one merchant, and has an index of that size.
create index payment_by_update on payment (updated_at desc, payment_id);
create index payment_by_merchant on payment (merchant_id, updated_at desc, payment_id);
create index payment_by_creation on payment (created_at);
create index payment_by_reason on payment (reject_code, updated_at desc, payment_id)
  where reject_code is not null;
create index payment_moving on payment (phase, updated_at desc, payment_id)
  where phase not in ('paid', 'settled', 'rejected', 'cancelled', 'errored');
create index payment_held on payment (payment_id) where held is not null;
create index payment_calling on payment (payment_id) where state -> 'calls' <> '[]'::jsonb;

-- As before, and for what rests but for a deadline.
drop index payment_due;
create index payment_due on payment (next_due_at) where next_due_at is not null;
drop index tokenization_due;
create index tokenization_due on tokenization (next_due_at) where next_due_at is not null;
create index tokenization_held on tokenization (tokenizer_id) where held is not null;
create index tokenization_calling on tokenization (tokenizer_id) where state -> 'calls' <> '[]'::jsonb;

create index notification_unaccepted on notification (state, created_at) where state <> 'accepted';
