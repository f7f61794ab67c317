-- audit: an act on many records can be undone for some of them
alter table audit add column undoes_some bigint;
comment on column audit.undoes_some is $$The act that this one undoes for some of its records: those that act_record has of this one.$$;
create index audit__undoes_some_idx on audit (undoes_some) where undoes_some is not null;
