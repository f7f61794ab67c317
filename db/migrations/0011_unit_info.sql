-- book: the units of a book, as its unit-info sheet lists them
create table unit_info (
  bidx integer primary key constraint unit_info__bidx_fkey references book on delete cascade,
  -- goes on counting when all rows are deleted, so that an old version never fits again
  version integer not null default 1
);
create table unit_info_row (
  bidx integer not null constraint unit_info_row__bidx_fkey references unit_info on delete cascade,
  row_no integer not null,
  unit_title text not null,
  subunit_title text not null,
  subunit_id text not null,
  start_page integer not null,
  game_content_id text not null,
  speakup_content_id text not null,
  laura_content_id text not null,
  laura_content_type text not null,
  primary key (bidx, row_no)
);
