-- import: the steps after the book data: images, words and sentences, audio
alter table import
  -- where the wizard goes on
  add column step text not null default 'isbn'
    constraint import__step_check check (step in ('isbn', 'images', 'sentences', 'audio', 'done'));
update import set step = 'done' where status in ('applied', 'undone');

-- The books the later steps are about: those of the sheet, changed or not, or those staff chose.
create table import_book (
  import_idx integer not null,
  row_no integer not null,
  bidx integer not null,
  primary key (import_idx, row_no)
);
create unique index import_book__bidx_idx on import_book (import_idx, bidx);
insert into import_book (import_idx, row_no, bidx)
  select distinct on (r.import_idx, r.bidx) r.import_idx, r.row_no, r.bidx
  from import_result r join import i using (import_idx) where i.status = 'applied'
  order by r.import_idx, r.bidx, r.row_no;

-- Images and audio that somebody chose, what became of each, and where its upload lies until it is taken:
-- under its number, so that another file of the same name never stands in for it.
create table import_file (
  file_idx integer generated always as identity primary key,
  import_idx integer not null,
  kind text not null constraint import_file__kind_check check (kind in ('cover', 'preview', 'audio')),
  file_name text not null,
  size integer not null,
  -- milliseconds, as the file's own computer tells them: with name and size they tell one file from another
  modified_at bigint not null,
  bidx integer not null,
  -- the number of a preview, the word_idx of audio
  place integer not null,
  status text not null default 'waiting'
    constraint import_file__status_check check (status in ('waiting', 'taken', 'refused')),
  problem jsonb,
  constraint import_file__name_key unique (import_idx, file_name)
);
create index import_file__bidx_idx on import_file (import_idx, bidx);

-- The sheet of words and sentences of an import, one at a time.
create table import_sentence_sheet (
  import_idx integer primary key,
  file_name text not null,
  -- how many rows there are, are rejected, are left out, say what the library has already
  counts jsonb not null default '{}',
  applied_by text,
  applied_at timestamptz,
  -- how many words and sentences were written
  written jsonb
);

-- cells holds bid, word, sentence and mdr_targeted as the sheet has them.
create table import_sentence (
  import_idx integer not null,
  row_no integer not null,
  cells text[] not null,
  problems jsonb,
  dropped boolean not null default false,
  primary key (import_idx, row_no)
);
create index import_sentence__rejected_idx on import_sentence (import_idx, row_no) where problems is not null;
