-- no-transaction
-- Differences are few among all lines that were ever settled: an index of theirs finds them, and whether a report was
-- shorter than it says is written down when its batch ends. A batch that a version before ends is counted as before.
alter table settlement_batch add column if not exists is_short boolean;
update settlement_batch b set is_short = total <> (select count(*) from settlement_line l where l.batch_id = b.batch_id) where state = 'done' and is_short is null;
drop index concurrently if exists settlement_line_different;
create index concurrently settlement_line_different on settlement_line (batch_id, line) where outcome not in ('settled', 'matched', 'returned');
