CREATE OR REPLACE FUNCTION public.post(list jsonb, owner text, v integer, taken_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  if list is null or jsonb_array_length(list) = 0 then return; end if;
  for change in
    select split_part(p ->> 'account', '/', 2) as merchant, p ->> 'currency' as currency,
           coalesce(sum((p ->> 'amountMinor')::bigint) filter (where p ->> 'account' like '%/payable'), 0) as available,
           coalesce(sum((p ->> 'amountMinor')::bigint) filter (where p ->> 'account' like '%/reserved'), 0) as reserved
      from jsonb_array_elements(list) p where p ->> 'account' like 'merchant/%'
     group by 1, 2 order by 1, 2
  loop
    insert into balance (merchant_id, currency) values (change.merchant, change.currency) on conflict do nothing;
    update balance set available_minor = available_minor + change.available,
                       reserved_minor = reserved_minor + change.reserved
     where merchant_id = change.merchant and currency = change.currency
       -- Only what a provider has taken already brings a balance below zero; what comes in is always taken.
       and (change.available >= 0 or available_minor + change.available >= 0
            or exists (select from dispute where dispute_id = owner));
    if not found then raise exception 'balanceShort' using errcode = 'TGW01'; end if;
  end loop;
  insert into posting (owner_id, version, position, account, currency, amount_minor, balance_after_minor, at)
  select owner, v, ordinality, p ->> 'account', p ->> 'currency', (p ->> 'amountMinor')::bigint,
         case when p ->> 'account' like 'merchant/%/payable' then (
           select available_minor from balance b
            where b.merchant_id = split_part(p ->> 'account', '/', 2) and b.currency = p ->> 'currency') end,
         taken_at
    from jsonb_array_elements(list) with ordinality as t(p, ordinality);
end $function$
;
