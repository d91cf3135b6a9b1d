-- What gives a person the power to move money or to receive cards needs two as well: operators' own
-- roles and the keys belong to no payment and no merchant.
alter table approval
  drop constraint of_one_thing,
  add constraint of_one_thing check (num_nonnulls(payment_id, merchant_id)
    = case when command ->> 'name' in ('operator', 'keys') then 0 else 1 end);

-- Whether both are operators today, who may ask and agree. One who was disabled since, or may no longer
-- agree, has agreed to nothing.
create function are_two_people(asked text, agreed text) returns boolean language sql stable as $$
  select count(*) = 2 from operator o
   where o.disabled_at is null
     and ((o.name = asked and o.role in ('operator', 'approver', 'administrator'))
       or (o.name = agreed and o.role in ('approver', 'administrator')))
$$;

create function approval_by_operator() returns trigger language plpgsql as $$
begin
  if not are_two_people(new.requested_by, new.approved_by)
  then raise exception 'notTwoPeople' using errcode = 'TGW02'; end if;
  return new;
end $$;
create trigger approval_by_operator before update of approved_by on approval
  for each row when (old.approved_by is null and new.approved_by is not null
    and lower(new.approved_by) <> lower(new.requested_by))
  execute function approval_by_operator();

create or replace function use_approval(approval_id text, wanted jsonb, payment text, merchant text)
returns void language plpgsql as $$
begin
  update approval set used_at = clock_timestamp()
   where id = approval_id and command = wanted
     and payment_id is not distinct from payment and merchant_id is not distinct from merchant
     and approved_at is not null and refused_at is null and used_at is null
     and expires_at > clock_timestamp() and are_two_people(requested_by, approved_by);
  if not found then raise exception 'approvalMissing' using errcode = 'TGW01'; end if;
end $$;
