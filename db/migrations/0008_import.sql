-- import: sheets staged row by row, planned against the library, applied and undone as one
create table import (
  import_idx integer generated always as identity primary key,
  status text not null constraint import__status_check check (status in ('ready', 'applying', 'applied', 'undone')),
  -- 'sheet' for the wizard's files, 'call' for the bulk calls
  source text not null,
  file_name text,
  file_key text,
  sheet_name text,
  update_existing boolean not null,
  create_missing boolean not null default false,
  row_count integer not null,
  -- how many rows are new, changed, unchanged, rejected, dropped; renewed with every plan
  counts jsonb not null default '{}',
  -- titles that no series, level, category or age group has yet
  missing jsonb not null default '[]',
  -- the columns with any content, so that the preview leaves the empty ones out
  filled text[] not null default '{}',
  -- why the last attempt to apply or undo changed nothing
  problem jsonb,
  -- the books an undo left alone, and why
  kept jsonb not null default '[]',
  created_by text,
  created_at timestamptz not null,
  applied_by text,
  applied_at timestamptz,
  undone_by text,
  undone_at timestamptz
);
create index import__created_idx on import (created_at desc, import_idx desc);

-- The rows of an import go with it by its service: a foreign key would be checked a hundred thousand times.
-- cells holds the 39 columns in the sheet's order: '' leaves a field as it is, null clears it.
create table import_row (
  import_idx integer not null,
  row_no integer not null,
  cells text[] not null,
  problems jsonb,
  warnings jsonb,
  dropped boolean not null default false,
  primary key (import_idx, row_no)
);

-- What the planner must know is how many rows there are. A small sample keeps the ANALYZE after staging to milliseconds.
alter table import_row
  alter column import_idx set statistics 10,
  alter column row_no set statistics 10,
  alter column cells set statistics 0,
  alter column problems set statistics 0,
  alter column warnings set statistics 0,
  alter column dropped set statistics 10;

-- Only what differs from the rule: a staged row without a plan is new. A first import of a catalogue is nothing but such.
create table import_plan (
  import_idx integer not null,
  row_no integer not null,
  status text not null,
  bidx integer,
  changed text[] not null,
  conflicts text[] not null,
  primary key (import_idx, row_no)
);

-- What an applied import did to each book. before and after hold the changed fields as the sheet names them;
-- keys holds the series, level, category and age group the book had.
create table import_result (
  import_idx integer not null,
  row_no integer not null,
  bidx integer not null,
  bid text not null,
  version integer not null,
  before jsonb,
  after jsonb,
  keys integer[],
  primary key (import_idx, row_no)
);
create index import_result__bid_idx on import_result (bid);

-- The series, levels, categories and age groups an import made, which its undo removes where unused.
create table import_made (
  import_idx integer not null,
  kind text not null,
  idx integer not null,
  primary key (import_idx, kind, idx)
);
