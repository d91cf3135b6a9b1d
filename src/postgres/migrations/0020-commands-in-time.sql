-- A command without a key has a moment after which its caller was told that it will not happen. It is
-- compared after the work, when every lock is held and the commit is next: a decision that was made in
-- time may have waited for the database until long after it.
create function in_time(entry jsonb, answer jsonb) returns jsonb language plpgsql as $$
begin
  if answer ->> 'status' = 'committed' and clock_timestamp() > millis(entry -> 'notAfter') then
    raise exception 'tooLate' using errcode = 'TGW01';
  end if;
  return answer;
end $$;
