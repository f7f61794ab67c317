-- book: lists are filtered by language and by sentences that lack their audio, and find original titles
create index book__language_idx on book (language, bidx) where language is not null;
create index sentence__silent_idx on sentence (word_idx) where mdr_targeted = 'Y' and audio_key is null;

alter table book drop column search;
alter table book add column search text not null generated always as (
  strip(bid || E'\n' || title || E'\n' || coalesce(title_en, '') || E'\n' || coalesce(original_title, '') || E'\n'
    || coalesce(author, '') || E'\n' || isbn_print || E'\n' || isbn_spindle)
) stored;
create index book__search_idx on book using gin (search gin_trgm_ops);
alter table book alter column search set statistics 500;
-- Without it the planner knows nothing of how often a pattern occurs.
analyze book (search);
