-- A command without a key has a moment after which its caller was told that it will not happen. It is
-- compared after the work, when every lock is held and the commit is next: a decision that was made in
-- time may have waited for the database until long after it. The lock is kept until the commit has
-- ended, however long that takes, and whoever tells the caller waits for it.
create function in_time(entry jsonb, answer jsonb) returns jsonb language plpgsql as $$
begin
  if answer ->> 'status' = 'committed' and entry ? 'notAfter' then
    perform pg_advisory_xact_lock_shared(hashtext('command'), hashtext(entry ->> 'messageId'));
    if clock_timestamp() > millis(entry -> 'notAfter') then
      raise exception 'tooLate' using errcode = 'TGW01';
    end if;
  end if;
  return answer;
end $$;

-- True when such a command is committed by now, or never will be.
create function is_over(message_id text, not_after timestamptz) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('command'), hashtext(message_id));
  return clock_timestamp() > not_after;
end $$;
