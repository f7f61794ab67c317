-- texts: files of texts that came back, and what they say of each text
create table text_import (
  timp_idx integer generated always as identity constraint text_import__key primary key,
  file_name text not null,
  status text not null default 'ready' constraint text_import__status_check check (status in ('ready', 'applied', 'undone')),
  created_at timestamptz not null,
  created_by text,
  act_idx bigint
);
create table text_import_cell (
  timp_idx integer not null constraint text_import_cell__timp_idx_fkey references text_import on delete cascade,
  nth integer not null,
  place text,
  kind text not null,
  record_id text not null,
  field text not null,
  locale text not null,
  source_locale text,
  source_mark text,
  base_mark text,
  given text not null,
  problem jsonb,
  before text,
  constraint text_import_cell__key primary key (timp_idx, nth)
);
comment on table text_import_cell is $$A text in a file that came back. "place" is its cell in a sheet; the marks stand for the texts that the file left with,
of the language translated from and of its own. "problem" is why the text can never be saved, "before" the text that the apply replaced.$$;
