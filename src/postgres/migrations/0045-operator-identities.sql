-- Who an operator is at the organization's own provider: issuer and subject, which stay when a name or an
-- address goes to somebody else.
alter table operator
  add column issuer text,
  add column subject text,
  add constraint identity_whole check ((issuer is null) = (subject is null));
create unique index operator_by_identity on operator (issuer, subject) where issuer is not null;

-- Whoever is signed in without an identity signs in again, with one.
update operator_credential set ended_at = clock_timestamp()
 where kind = 'session' and ended_at is null
   and operator in (select name from operator where created_by = 'oidc');

-- Two names are two people when both are ours, each of which two people agreed to, or when one provider
-- knows them as two. A name of ours beside one of a provider may be the same person twice.
create or replace function are_two_people(asked text, agreed text) returns boolean
language sql stable as $$
  select count(*) = 2
     and (count(o.issuer) = 0
       or (count(o.issuer) = 2 and count(distinct o.issuer) = 1 and count(distinct o.subject) = 2))
    from operator o
   where o.disabled_at is null
     and ((o.name = asked and o.role in ('operator', 'approver', 'administrator'))
       or (o.name = agreed and o.role in ('approver', 'administrator')))
$$;
