-- release: files that changes of a release name stay while it waits
create table release_file (
  rel_idx integer not null constraint release_file__rel_idx_fkey references release (rel_idx) on delete cascade,
  file text not null,
  constraint release_file__key primary key (file, rel_idx)
);
create index release_file__rel_idx on release_file (rel_idx);
comment on table release_file is $$Files that a change in a release named at some time: they stay until a day after the release is over. Audio by its key, an image by its folder.$$;
