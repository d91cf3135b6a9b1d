-- When what was told and put forward in a dispute was forgotten; its money and its journal stay, which name nobody.
alter table dispute add purged_at timestamptz;
