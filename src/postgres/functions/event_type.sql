CREATE OR REPLACE FUNCTION public.event_type(kind text, body text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when kind = 'webhook' then 'webhook.' || lower(b ->> 'status')
    when kind = 'settlement' then 'settlement.created'
    when kind = 'dispute' then 'dispute.' || lower(b ->> 'disputeEvent')
    when kind = 'refund' then 'refund.' || case coalesce(b ->> 'transStatus', b ->> 'status')
      when 'NEW' then 'pending' else lower(coalesce(b ->> 'transStatus', b ->> 'status')) end
    when kind = 'tokenizer' then 'token.' || case coalesce(b ->> 'tokenChange', b ->> 'status')
      when 'COMPLETED' then 'active' when 'RESUMED' then 'active'
      else lower(coalesce(b ->> 'tokenChange', b ->> 'status')) end
    when b ->> 'warning' is not null then 'payment.' || lower(b ->> 'warning') || '_warning'
    when b ->> 'transType' is null then 'payment.' || lower(b ->> 'status')
    else 'payment.' || case concat_ws(' ', b ->> 'transType', b ->> 'transStatus')
      when 'CAPTURE PENDING' then 'capture_pending'
      when 'CAPTURE COMPLETED' then 'captured'
      when 'ADJUSTMENT PENDING' then 'adjustment_pending'
      when 'ADJUSTMENT COMPLETED' then 'adjusted'
      when 'ADJUSTMENT CANCELLED' then 'withdrawn'
      else lower(b ->> 'transType') || '_refused' end
  end from (select body::jsonb as b) parsed
$function$
;
