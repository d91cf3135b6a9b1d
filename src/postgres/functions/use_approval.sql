CREATE OR REPLACE FUNCTION public.use_approval(approval_id text, wanted jsonb, payment text, merchant text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update approval set used_at = clock_timestamp()
   where id = approval_id and command = wanted
     and payment_id is not distinct from payment and merchant_id is not distinct from merchant
     and approved_at is not null and refused_at is null and used_at is null
     and expires_at > clock_timestamp() and are_two_people(requested_by, approved_by);
  if not found then raise exception 'approvalMissing' using errcode = 'TGW01'; end if;
end $function$
;
