-- kernel: what an act deleted together with a record is stored with the act, and its files are kept for a day
create table act_part (
  act_idx bigint not null,
  entity text not null,
  record_id text not null,
  part text not null,
  rows jsonb not null,
  constraint act_part__key primary key (act_idx, entity, record_id, part)
);
comment on table act_part is $$The rows of a record that an act deleted, by table: the record itself, and what belonged to it. The undo of the act inserts them again.$$;
create table left_file (
  file_key text constraint left_file__key primary key,
  left_at timestamptz not null
);
create index left_file__at_idx on left_file (left_at);
comment on table left_file is $$A file that an act took from its record, one of so many that it stays at its address: for a day the sweep leaves it to the undo of the act.$$;
