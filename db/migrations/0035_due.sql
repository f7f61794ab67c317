-- kernel: acts that fall due at a time; see kernel/jobs/due
create table due (
  kind text not null,
  key text not null,
  at timestamptz not null,
  constraint due__key primary key (kind, key)
);
create index due__at_idx on due (at);
