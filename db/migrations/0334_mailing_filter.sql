-- feature: mailing
-- mailing: a report is mailed with the filter of the page it was asked for on
alter table mailing add column filter text not null default '';
comment on column mailing.filter is $$The filter and the order of the report, as its address has them, without the days; empty for all.$$;
