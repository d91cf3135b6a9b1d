-- Figures of the portal go back a hundred days instead of forty: what was counted is counted again, a thousand
-- events at a time, when somebody looks.
delete from portal_day;
delete from portal_counted;
update portal_counting set position = 0;
