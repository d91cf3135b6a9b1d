-- The beginning of what a webhook answered, so that its merchant sees both sides of a delivery.
alter table webhook_attempt add column answer text;
