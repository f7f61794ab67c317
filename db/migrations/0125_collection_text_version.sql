-- collection: each text knows the version that saved it, so that texts older than the English are found one by one
--
-- A text is older if its number is lower than that of the same English text. `saved_ver`, of a whole language, is used by
-- the previous release only.
alter table collection_text
  add column title_ver integer not null default 0,
  add column summary_ver integer not null default 0,
  add column notice_ver integer not null default 0,
  add column description_ver integer not null default 0;
update collection_text
set title_ver = saved_ver, summary_ver = saved_ver, notice_ver = saved_ver, description_ver = saved_ver;

-- Which of the texts are written: 1 title, 2 summary, 4 notice, 8 description. With it the index alone says what is missing
-- or older: the texts themselves are long.
alter table collection_text add column written smallint not null generated always as (
  (title <> '')::integer + 2 * (summary <> '')::integer + 4 * (notice <> '')::integer + 8 * (description <> '')::integer
) stored;
create index collection_text__state_idx
  on collection_text (cidx, locale) include (written, title_ver, summary_ver, notice_ver, description_ver);
