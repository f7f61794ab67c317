-- code: what finds the codes of a list by their state, and what acts on many codes did to each
--
-- Lists are in the order of the batches, newest first, and of the codes. With what decides about the state beside the
-- key, no row is read but those shown.
drop index code__batch_idx;
create index code__batch_idx on code (cg_idx desc, code) include (ends_at, activated_date, is_canceled);
create index code__activated_idx on code (cg_idx desc, code) where activated_date > 0;
create index code__canceled_idx on code (cg_idx desc, code) where is_canceled > 0;

-- The codes of a batch by when they end, for those few that are in a state beside many that are not. Codes of a batch
-- end together, so that these cost little while they are issued.
drop index code__ends_idx;
create index code__unused_idx on code (cg_idx, ends_at) where activated_date = 0 and is_canceled = 0;
create index code__used_idx on code (cg_idx, ends_at) where activated_date > 0 and is_canceled = 0;

-- What acts did to the codes of each batch: one row for an act and a batch.
create table code_act (
  act_idx bigint not null,
  cg_idx integer not null constraint code_act__cg_idx_fkey references code_batch on delete cascade,
  -- the column of code that was set
  field text not null
    constraint code_act__field_check check (field in ('length', 'valid_until', 'expired_date', 'is_canceled')),
  -- what it was set to; null for an undo, which gives each code what it had
  value bigint,
  changed integer not null,
  memo text not null default '',
  at timestamptz not null,
  actor text,
  constraint code_act__key primary key (cg_idx, act_idx)
);
create index code_act__act_idx on code_act (act_idx);

-- What an act did to each code. Narrow, because there are millions; those of an act lie side by side.
create table code_change (
  act_idx bigint not null,
  before bigint not null,
  after bigint not null,
  -- whether the code was activated then
  activated boolean not null,
  code text collate "C" not null,
  constraint code_change__key primary key (code, act_idx)
);
create index code_change__act_idx on code_change using brin (act_idx) with (pages_per_range = 16);
