-- collection: how a text was translated before is found by the trigrams of the English
create function plain_text(html text) returns text
language sql immutable parallel safe strict
return btrim(regexp_replace(regexp_replace(html, '<[^>]*>', ' ', 'g'), '\s+', ' ', 'g'));

-- What a text is remembered by: its first 400 characters, folded. Longer texts are never similar as a whole.
create function memory_key(html text) returns text
language sql immutable parallel safe strict
return strip(left(plain_text(html), 400));

-- Stored, since computing one takes longer than comparing it. GiST gives the nearest first: a GIN index would give all
-- that are near, and where many collections have much the same text that is all of them.
alter table collection_text
  add column title_key text generated always as (case locale when 'en' then memory_key(title) end) stored,
  add column summary_key text generated always as (case locale when 'en' then memory_key(summary) end) stored,
  add column notice_key text generated always as (case locale when 'en' then memory_key(notice) end) stored,
  add column description_key text generated always as (case locale when 'en' then memory_key(description) end) stored;
create index collection_text__title_idx
  on collection_text using gist (title_key gist_trgm_ops (siglen = 128)) where title_key <> '';
create index collection_text__summary_idx
  on collection_text using gist (summary_key gist_trgm_ops (siglen = 128)) where summary_key <> '';
create index collection_text__notice_idx
  on collection_text using gist (notice_key gist_trgm_ops (siglen = 128)) where notice_key <> '';
create index collection_text__description_idx
  on collection_text using gist (description_key gist_trgm_ops (siglen = 128)) where description_key <> '';
