-- An operator answers a dispute, or gives in, on behalf of a merchant: another person has to agree, whatever way it comes.
create trigger journal_dispute_approval before insert on journal
  for each row when (
    starts_with(new.actor, 'operator/') and new.command in ('submit', 'accept')
    and new.outcome ->> 'accepted' = 'true' and new.events <> '[]'::jsonb)
  execute function operator_needs_approval();
