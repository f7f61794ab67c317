-- kernel: the edit forms that are open, each until it is no longer heard of
create table editing (
  kind text not null,
  record_id text not null,
  -- of one form in one window
  form uuid not null,
  staff_id text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (kind, record_id, form)
);
