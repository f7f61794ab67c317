-- roadmap: the reading steps of each target group, rows of at most five books
create table roadmap (
  grp_idx integer primary key constraint roadmap__grp_idx_fkey references age_group on delete cascade,
  -- counts the changes; its row is the lock of the group's rows
  version integer not null default 0
);

create table roadmap_book (
  grp_idx integer not null constraint roadmap_book__grp_idx_fkey references roadmap,
  bidx integer not null constraint roadmap_book__bidx_fkey references book,
  -- both from 0 without gaps
  row_no integer not null,
  place integer not null,
  constraint roadmap_book__once_key primary key (grp_idx, bidx),
  constraint roadmap_book__place_key unique (grp_idx, row_no, place) deferrable initially immediate,
  constraint roadmap_book__place_check check (row_no >= 0 and place between 0 and 4)
);
create index roadmap_book__bidx_idx on roadmap_book (bidx);
