-- code: files of codes that leaked
alter table code
  add leaked boolean not null default false,
  add constraint code__leaked_check check (not leaked or withdrawn);
comment on column code.leaked is $$Withdrawn because a file with it leaked; another code was issued in its place.$$;

create table code_leak (
  act_idx bigint constraint code_leak_pkey primary key,
  cg_idx integer not null constraint code_leak__cg_idx_fkey references code_batch on delete cascade,
  del_idx integer,
  of_lot integer,
  of_lots integer[] not null,
  lot integer not null,
  since bigint not null,
  frozen integer not null constraint code_leak__frozen_check check (frozen >= 1),
  at timestamptz not null,
  actor text,
  memo text not null default ''
);
create index code_leak__cg_idx on code_leak (cg_idx);
comment on table code_leak is $$Files of codes that leaked: their unused codes were withdrawn, and as many issued as a lot of their own.$$;
comment on column code_leak.del_idx is $$The delivery that leaked; null for all codes of its lots.$$;
comment on column code_leak.of_lot is $$The lot that leaked; null for a delivery or a whole batch.$$;
comment on column code_leak.of_lots is $$The lots of the codes that leaked.$$;
comment on column code_leak.lot is $$The lot of the new codes.$$;
