-- kernel: lists as staff saved them for themselves: filters and order under a name
create table saved_view (
  view_idx integer generated always as identity primary key,
  staff_idx integer not null references staff on delete cascade,
  -- the address of the list, and what stands in it
  list text not null,
  name text not null,
  query jsonb not null,
  constraint saved_view__name_key unique (staff_idx, list, name)
);
