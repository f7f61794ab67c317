-- kernel: search folding, audit trail, change feed, settings
create extension if not exists pg_trgm;

-- What a search compares: lower case, decomposed, without the accents of Latin, Greek and Cyrillic letters.
-- Korean syllables stay decomposed, which gives two-syllable words enough trigrams to use the index.
create function strip(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(normalize(lower(value), NFD), E'[\u0300-\u036f]', '', 'g');

create table audit (
  audit_idx bigint generated always as identity primary key,
  at timestamptz not null,
  actor text,
  entity text not null,
  entity_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text
);
create index audit__entity_idx on audit (entity, entity_id, audit_idx desc);
create index audit__actor_idx on audit (actor, audit_idx desc);
create index audit__at_idx on audit (at);

-- Sequence numbers commit out of order, so readers take rows only below the oldest running transaction,
-- ordered by (xact, change_idx); see kernel/changes.
create table change (
  change_idx bigint generated always as identity primary key,
  xact xid8 not null default pg_current_xact_id(),
  kind text not null,
  id text,
  at timestamptz not null
);
create index change__xact_idx on change (xact, change_idx);

create table setting (
  key text primary key,
  value jsonb not null
);
