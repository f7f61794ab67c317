-- book: the library's books; the columns from bid to remarks are those of the 'ISBN Meta' sheet
create table book (
  bidx integer generated always as identity primary key,
  bid text not null constraint book__bid_key unique,
  format text not null,
  title text not null,
  title_en text,
  ser_idx integer not null constraint book__ser_idx_fkey references series,
  lev_idx integer not null,
  isbn_print text not null constraint book__isbn_print_key unique,
  isbn_spindle text not null constraint book__isbn_spindle_key unique,
  author text,
  illustrator text,
  publisher text,
  released_date text,
  language text,
  summary text,
  cat_idx integer constraint book__cat_idx_fkey references category,
  grp_idx integer constraint book__grp_idx_fkey references age_group,
  level_type text,
  lexile text,
  cefr_level text,
  ar_level text,
  word_count integer,
  page_count integer,
  genre text,
  theme text,
  keywords text,
  audio text,
  audio_length text,
  narrator text,
  video text,
  video_length text,
  epub_content_id text,
  epub_path text,
  content_zip_url text,
  original_title text,
  edition text,
  rights_territory text,
  rights_until text,
  list_price text,
  remarks text,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (
    strip(bid || E'\n' || title || E'\n' || coalesce(title_en, '') || E'\n' || coalesce(author, '') || E'\n' || isbn_print || E'\n' || isbn_spindle)
  ) stored,
  -- what lists sort by; short enough for an index whatever the letters
  title_sort text not null generated always as (strip(left(title, 120))) stored,
  author_sort text not null generated always as (strip(left(coalesce(author, ''), 120))) stored,
  constraint book__level_fkey foreign key (lev_idx, ser_idx) references level (lev_idx, ser_idx)
);
create index book__search_idx on book using gin (search gin_trgm_ops);
create index book__title_idx on book (title_sort, bidx);
create index book__author_idx on book (author_sort, bidx);
create index book__updated_idx on book (updated_at, bidx);
create index book__published_idx on book (coalesce(published_at, '-infinity'::timestamptz), bidx);
create index book__series_idx on book (ser_idx, bidx);
create index book__level_idx on book (lev_idx, bidx);
create index book__category_idx on book (cat_idx) where cat_idx is not null;
create index book__agegroup_idx on book (grp_idx) where grp_idx is not null;
create index book__format_idx on book (format, bidx);
-- books in the order of their levels' titles
create index level__title_idx on level (title);
-- How often a pattern occurs decides the plan of a search: a sample of 100 texts tells too little.
alter table book alter column search set statistics 500;

-- Acts on many books at once: each has one audit row (entity book_act), and here what it did to every book.
create sequence book_act_idx_seq;
create table book_act_row (
  act_idx bigint not null,
  bid text not null,
  before jsonb,
  after jsonb,
  primary key (act_idx, bid)
);
create index book_act_row__bid_idx on book_act_row (bid, act_idx);
