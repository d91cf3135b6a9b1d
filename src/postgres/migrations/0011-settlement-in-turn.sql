-- One settlement at a time: a batch that ends while another is still being read would take that
-- one's sales for missing. Returns the other, or nothing when this one is open now. A batch that
-- nobody has ended for a day keeps nobody waiting.
create function open_settlement(batch text) returns text language plpgsql as $$
declare
  other text;
begin
  perform pg_advisory_xact_lock(hashtext('settlement'));
  if exists (select from settlement_batch where batch_id = batch) then return null; end if;
  select batch_id into other from settlement_batch
   where state <> 'done' and created_at > clock_timestamp() - interval '1 day'
   order by created_at limit 1;
  if other is null then
    insert into settlement_batch (batch_id, cutoff) values (batch, clock_timestamp());
  end if;
  return other;
end $$;
