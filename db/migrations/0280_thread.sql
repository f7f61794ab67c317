-- thread: what staff write to each other about a record
create table thread (
  thread_idx integer generated always as identity constraint thread__key primary key,
  kind text not null,
  record_key text not null,
  field text not null default '',
  opened_by integer constraint thread__opened_by_fk references staff on delete set null,
  opened_at timestamptz not null,
  resolved_by integer constraint thread__resolved_by_fk references staff on delete set null,
  resolved_at timestamptz,
  handed_to integer constraint thread__handed_to_fk references staff on delete set null,
  handed_until date,
  version integer not null default 1,
  constraint thread__handed_check check (handed_to is null or handed_until is not null)
);
create index thread__record_idx on thread (kind, record_key);
create index thread__handed_idx on thread (handed_to) where resolved_at is null and handed_to is not null;
comment on table thread is $$What staff write to each other about a record, or about a field of it. record_key is the key that the record keeps, also when its id changes and when an undo brings it back: without that record the thread is not shown.$$;

create table thread_message (
  msg_idx integer generated always as identity constraint thread_message__key primary key,
  thread_idx integer not null constraint thread_message__thread_fk references thread on delete cascade,
  written_by integer constraint thread_message__written_by_fk references staff on delete set null,
  written_at timestamptz not null,
  text text not null constraint thread_message__text_check check (length(text) <= 8000),
  edited_at timestamptz,
  deleted_by integer constraint thread_message__deleted_by_fk references staff on delete set null,
  deleted_at timestamptz,
  version integer not null default 1,
  constraint thread_message__deleted_check check (deleted_at is null or text = '')
);
create index thread_message__thread_idx on thread_message (thread_idx);
create index thread_message__text_idx on thread_message using gin (strip(text) gin_trgm_ops) where deleted_at is null;
comment on table thread_message is $$Of a deleted message, only who wrote it and who deleted it is left.$$;

create table thread_mention (
  msg_idx integer not null constraint thread_mention__message_fk references thread_message on delete cascade,
  staff_idx integer not null constraint thread_mention__staff_fk references staff on delete cascade,
  seen_at timestamptz,
  constraint thread_mention__key primary key (msg_idx, staff_idx)
);
create index thread_mention__unseen_idx on thread_mention (staff_idx) where seen_at is null;
comment on table thread_mention is $$Whom a message names: it is in that person's inbox until they have seen it.$$;
