-- draft: what a machine drafts for translators
create table draft_request (
  req_idx integer generated always as identity constraint draft_request__key primary key,
  provider text not null,
  month text not null,
  requested_by text,
  requested_at timestamptz not null
);
create index draft_request__at_idx on draft_request (requested_at);
comment on table draft_request is $$What somebody requested of a provider at once, for 90 days. month is the one its characters count for, YYYY-MM.$$;

create table machine_draft (
  draft_idx integer generated always as identity constraint machine_draft__key primary key,
  req_idx integer not null constraint machine_draft__request_fk references draft_request on delete cascade,
  kind text not null,
  record_key text not null,
  from_locale text not null,
  locale text not null,
  field text not null,
  characters integer not null,
  source_digest text not null,
  over_digest text not null,
  state text not null default 'queued' constraint machine_draft__state_check
    check (state in ('queued', 'running', 'waiting', 'refused', 'dropped', 'used')),
  text text constraint machine_draft__text_check check ((text is not null) = (state in ('waiting', 'dropped', 'used'))),
  problem jsonb constraint machine_draft__problem_check check ((problem is not null) = (state = 'refused')),
  ended_at timestamptz
);
create unique index machine_draft__open_idx on machine_draft (kind, record_key, locale, field)
  where state in ('queued', 'running', 'waiting');
create index machine_draft__request_idx on machine_draft (req_idx);
create index machine_draft__record_idx on machine_draft (kind, record_key);
comment on table machine_draft is $$A text of a record as a machine translated it. It is shown while the text it was made from and the one it is for are those of then (source_digest, over_digest); used says that this has ended.$$;
comment on column machine_draft.characters is $$What counts for the month: 0 if the provider surely did not count it.$$;
comment on column machine_draft.problem is $$Why there is none: a message key and its values.$$;

create table draft_month (
  month text constraint draft_month__key primary key,
  characters bigint not null default 0 constraint draft_month__characters_check check (characters >= 0)
);
comment on table draft_month is $$The characters that were sent to a provider in a month, YYYY-MM. Whoever sends more adds to it first.$$;

create table draft_key (
  key_idx integer constraint draft_key__key primary key constraint draft_key__one_check check (key_idx = 1),
  origin text not null,
  sealed bytea not null,
  set_by text,
  set_at timestamptz not null
);
comment on table draft_key is $$The key for the provider of drafts, sealed. It is sent to no other origin than the one it was given for.$$;
