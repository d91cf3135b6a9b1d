CREATE OR REPLACE FUNCTION public.event_type(kind text, body text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when kind = 'webhook' then 'webhook.' || lower(body::jsonb ->> 'status')
    when kind = 'settlement' then 'settlement.created'
    when kind = 'dispute' then 'dispute.' || lower(body::jsonb ->> 'disputeEvent')
    when kind = 'refund' then 'refund.' || case coalesce(body::jsonb ->> 'transStatus', body::jsonb ->> 'status')
      when 'NEW' then 'pending' else lower(coalesce(body::jsonb ->> 'transStatus', body::jsonb ->> 'status')) end
    when kind = 'tokenizer' then 'token.' || case coalesce(body::jsonb ->> 'tokenChange', body::jsonb ->> 'status')
      when 'COMPLETED' then 'active' when 'RESUMED' then 'active'
      else lower(coalesce(body::jsonb ->> 'tokenChange', body::jsonb ->> 'status')) end
    when body::jsonb ->> 'warning' is not null then 'payment.' || lower(body::jsonb ->> 'warning') || '_warning'
    when body::jsonb ->> 'transType' is null then 'payment.' || lower(body::jsonb ->> 'status')
    else 'payment.' || case (body::jsonb ->> 'transType') || coalesce(' ' || (body::jsonb ->> 'transStatus'), '')
      when 'CAPTURE PENDING' then 'capture_pending'
      when 'CAPTURE COMPLETED' then 'captured'
      when 'ADJUSTMENT PENDING' then 'adjustment_pending'
      when 'ADJUSTMENT COMPLETED' then 'adjusted'
      when 'ADJUSTMENT CANCELLED' then 'withdrawn'
      else lower(body::jsonb ->> 'transType') || '_refused' end
  end
$function$
;
