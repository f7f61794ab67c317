-- registration: redemptions that were refused
create table refused_try (
  try_idx bigint generated always as identity constraint refused_try__key primary key,
  learner_id text not null,
  code text,
  code_hash bytea not null,
  reason text not null,
  detail bigint not null default 0,
  by_kind text not null constraint refused_try__by_kind_check check (by_kind in ('staff', 'key', 'partner')),
  by_name text not null,
  day integer not null,
  at bigint not null,
  times integer not null default 1,
  constraint refused_try__same_key unique (learner_id, code_hash, reason, by_kind, by_name, day)
);
create index refused_try__code_idx on refused_try (code_hash);
create index refused_try__by_idx on refused_try (by_kind, by_name, day);
create index refused_try__at_idx on refused_try (at);
comment on table refused_try is $$Redemptions that were refused, for 90 days: what a learner tried, and why it failed. One row a day for what is tried again.$$;
comment on column refused_try.code is $$Only if there was such a code: what was never issued is kept as a hash, so that a guess is recognized and never read.$$;
comment on column refused_try.detail is $$What the reason tells: a time in seconds, or how many places an event has.$$;
comment on column refused_try.day is $$Days since 1970 of the last time, in UTC.$$;
