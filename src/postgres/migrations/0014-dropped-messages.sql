-- To give up a message that a payment was held for is no everyday order: another person has to agree.
create trigger journal_drop_approval before insert on journal
  for each row when (
    new.command = 'resume' and new.operator_order ->> 'drop' = 'true'
    and new.outcome ->> 'accepted' = 'true')
  execute function operator_needs_approval();
