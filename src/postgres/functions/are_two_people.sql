CREATE OR REPLACE FUNCTION public.are_two_people(asked text, agreed text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select count(*) = 2
     and (count(o.issuer) = 0
       or (count(o.issuer) = 2 and count(distinct o.issuer) = 1 and count(distinct o.subject) = 2))
    from operator o
   where o.disabled_at is null
     and ((o.name = asked and o.role in ('operator', 'approver', 'administrator'))
       or (o.name = agreed and o.role in ('approver', 'administrator')))
$function$
;
