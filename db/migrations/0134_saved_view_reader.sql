-- kernel: saved views stand in the menu of their owner, and in those of colleagues they are shared with
create table saved_view_reader (
  staff_idx integer not null constraint saved_view_reader__staff_idx_fkey references staff on delete cascade,
  view_idx integer not null constraint saved_view_reader__view_idx_fkey references saved_view on delete cascade,
  looked integer,
  constraint saved_view_reader__key primary key (staff_idx, view_idx)
);
create index saved_view_reader__view_idx on saved_view_reader (view_idx);
comment on table saved_view_reader is $$In whose menu a saved view stands.
"looked" is how many rows it had when that person last opened it; null if they have not yet.$$;
