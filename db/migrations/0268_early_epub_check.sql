-- content: what the check of an EPUB says while it waits for a release
alter table kept_content add column epub_check jsonb;
comment on column kept_content.epub_check is $$What the check found, as in epub_check; null until then, and for other files.$$;
create index epub_check__file_key_idx on epub_check (file_key);
