-- book: collections count the books of their levels, and those of them that can be read on mobile, from an index alone
alter table book add column is_mobile boolean not null generated always as (
  format = 'EPUB' or epub_path is not null or content_zip_url is not null
) stored;
create index book__of_level_idx on book (lev_idx, bidx) include (is_mobile);
drop index book__level_idx;
alter index book__of_level_idx rename to book__level_idx;
