-- feature: mailing
-- mailing: a report by mail follows a saved view
-- No foreign key: a view that is deleted comes back with its undo under the same key, and is followed again.
alter table mailing add column view_idx integer;
comment on column mailing.view_idx is $$The saved view whose filter and order the report has when it is mailed; without that view it has those in "filter", of its last mail.$$;
