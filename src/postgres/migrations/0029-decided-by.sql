-- Which program and build wrote each step: the name under which it has connected. A column of the
-- database itself, because a build that is wrong is not asked. Steps from before it are nobody's.
alter table journal add column decided_by text;
alter table journal alter column decided_by set default current_setting('application_name');
