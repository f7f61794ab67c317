-- release: changes of many records that take effect together, at a time or when staff apply them
create table release (
  rel_idx integer generated always as identity constraint release__key primary key,
  name text not null,
  -- null for a draft
  apply_at timestamptz,
  -- the time zone that the time was entered in
  zone text not null,
  status text not null default 'draft' constraint release__status_check
    check (status in ('draft', 'scheduled', 'applied', 'failed', 'cancelled')),
  -- why it failed: a message key and its values
  problem jsonb,
  -- the act that applied it, and what that did, in order, for its undo
  act_idx bigint,
  steps jsonb,
  -- when it was applied, failed or was cancelled
  ended_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  constraint release__time_check check (status <> 'scheduled' or apply_at is not null)
);
create index release__due_idx on release (apply_at, rel_idx) where status = 'scheduled';
create index release__open_idx on release (rel_idx) where status in ('draft', 'scheduled', 'failed');

create table release_change (
  chg_idx integer generated always as identity constraint release_change__key primary key,
  rel_idx integer not null constraint release_change__rel_idx_fkey references release on delete cascade,
  kind text not null,
  record_id text not null,
  -- the fields that it sets, as they will be, and as they were when it was put in
  fields jsonb not null,
  base jsonb not null,
  reason text,
  -- whoever decided so has seen what it replaces
  anyway boolean not null default false,
  put_at timestamptz not null,
  put_by text,
  version integer not null default 1,
  constraint release_change__record_key unique (rel_idx, kind, record_id)
);
create index release_change__record_idx on release_change (kind, record_id);
