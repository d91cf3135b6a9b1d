-- A capture that was completed may fail later: the merchant's claim is gone, and what is held is there again.
create or replace function guard_sums(entry jsonb, before jsonb, was_status text, was_phase text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  happened jsonb := entry -> 'events';
  p jsonb := entry -> 'payment';
  state jsonb := p -> 'state';
  base jsonb := coalesce(before, happened #> '{0,payment}');
  transactions jsonb := coalesce(base -> 'transactions', '[]');
  refunds jsonb := coalesce(base -> 'refunds', '[]');
  parts jsonb := coalesce(base -> 'subpayments', '[]');
  ordered bigint := (base #>> '{order,amountMinor}')::bigint;
  authorized bigint := coalesce((before ->> 'authorizedMinor')::bigint, 0);
  captured bigint := coalesce((before ->> 'capturedMinor')::bigint, 0);
  refunded bigint := coalesce((before ->> 'refundedMinor')::bigint, 0);
  reserved bigint := coalesce((before ->> 'reservedMinor')::bigint, 0);
  settled bigint := 0;
  sold_before bigint := case when was_status in ('COMPLETED', 'SETTLED') then captured else 0 end;
  back_before bigint := case was_phase when 'reversing' then sold_before else 0 end;
  refunded_before bigint := refunded;
  reserved_before bigint := reserved;
  event jsonb;
  refund jsonb;
  amount bigint;
  sold bigint;
  back bigint;
  sums jsonb;
  told jsonb;
  columns jsonb;
begin
  for place in 0 .. jsonb_array_length(happened) - 1 loop
    event := happened -> place;
    if event ? 'transaction' then transactions := with_transaction(transactions, event -> 'transaction'); end if;
    case event ->> 'type'
      when 'authorized' then authorized := ordered;
      when 'paid' then authorized := ordered; captured := ordered;
      when 'captured', 'partCaptured' then
        captured := captured + (one_of(transactions, 'transId', event ->> 'transId') ->> 'amountMinor')::bigint;
      when 'captureReturned' then
        captured := captured - (one_of(transactions, 'transId', event ->> 'transId') ->> 'amountMinor')::bigint;
      when 'adjusted' then
        authorized := (one_of(transactions, 'transId', event ->> 'transId') ->> 'amountMinor')::bigint;
      when 'withdrawn' then authorized := (event ->> 'amountMinor')::bigint;
      when 'refundAccepted' then
        refund := (event -> 'refund') || jsonb_build_object('amountMinor', event #> '{transaction,amountMinor}');
        amount := (refund ->> 'amountMinor')::bigint;
        refunds := refunds || jsonb_build_array(refund);
        parts := with_refund(parts, refund, amount, 0);
        reserved := reserved + amount;
      when 'refundCompleted' then
        refund := one_of(refunds, 'refundId', event ->> 'refundId');
        amount := (refund ->> 'amountMinor')::bigint;
        parts := with_refund(parts, refund, -amount, amount);
        reserved := reserved - amount;
        refunded := refunded + amount;
      when 'refundRefused' then
        refund := one_of(refunds, 'refundId', event ->> 'refundId');
        amount := (refund ->> 'amountMinor')::bigint;
        parts := with_refund(parts, refund, -amount, 0);
        reserved := reserved - amount;
      when 'refundReturned' then
        refund := one_of(refunds, 'refundId', event ->> 'refundId');
        amount := (refund ->> 'amountMinor')::bigint;
        parts := with_refund(parts, refund, 0, -amount);
        refunded := refunded - amount;
      when 'settled', 'partSettled' then
        settled := settled + (event #>> '{transaction,amountMinor}')::bigint;
      else
    end case;
  end loop;
  sums := jsonb_build_object('amountMinor', ordered, 'currency', base #> '{order,currency}', 'authorizedMinor', authorized,
    'capturedMinor', captured, 'refundedMinor', refunded, 'reservedMinor', reserved) || lists_of(transactions, refunds, parts);
  columns := jsonb_build_object('amountMinor', p -> 'amountMinor', 'currency', p -> 'currency',
    'authorizedMinor', p -> 'authorizedMinor', 'capturedMinor', p -> 'capturedMinor', 'refundedMinor', p -> 'refundedMinor',
    'reservedMinor', p -> 'reservedMinor') || lists_of(
      coalesce(state -> 'transactions', '[]'), coalesce(state -> 'refunds', '[]'), coalesce(state -> 'subpayments', '[]'));
  told := columns || jsonb_build_object('amountMinor', state #> '{order,amountMinor}', 'currency', state #> '{order,currency}',
    'authorizedMinor', state -> 'authorizedMinor', 'capturedMinor', state -> 'capturedMinor',
    'refundedMinor', state -> 'refundedMinor', 'reservedMinor', state -> 'reservedMinor');
  if told <> sums or columns <> sums then
    raise exception 'sums that do not follow from what happened: %',
      differences(case when told <> sums then told else columns end, sums) using errcode = 'TGE01';
  end if;
  sold := case when p ->> 'status' in ('COMPLETED', 'SETTLED') then captured else 0 end;
  back := case p ->> 'phase' when 'reversing' then sold else 0 end;
  perform guard_postings(entry -> 'postings', p ->> 'currency', array[
    (sold - refunded - reserved - back) - (sold_before - refunded_before - reserved_before - back_before),
    (reserved + back) - (reserved_before + back_before),
    settled + (refunded - sold) - (refunded_before - sold_before),
    -settled]);
end $function$
;
-- functions: c6c71473e6284585430d44feffdf25d8be4d5d20d739cd6af233f53e35fba93b
