-- vending: what a key sells can be changed
alter table vend_key add version integer not null default 1;
comment on column vend_key.version is $$Counts the changes of what it sells, for who edits it.$$;
