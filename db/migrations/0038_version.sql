-- kernel: versions of records as differences; see kernel/versions
create table version (
  ver_idx integer generated always as identity primary key,
  entity text not null,
  entity_id text not null,
  at timestamptz not null,
  actor text,
  reason text,
  memo text not null default '',
  -- the version whose state this one brought back
  restores integer,
  -- [{path, before, after}] against the version before
  changes jsonb not null
);
create index version__entity_idx on version (entity, entity_id, ver_idx desc);

-- the state as of the newest version, from which older ones are worked out
create table versioned (
  entity text not null,
  entity_id text not null,
  ver_idx integer not null,
  state jsonb not null,
  constraint versioned__key primary key (entity, entity_id)
);
