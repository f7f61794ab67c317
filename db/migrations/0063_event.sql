-- event: promotions with one code for many learners
create table event (
  event_idx integer generated always as identity primary key,
  name text not null,
  cidx integer not null constraint event__cidx_fkey references collection,
  code text collate "C" not null constraint event__code_fkey references code constraint event__code_key unique,
  -- seconds
  "from" bigint not null,
  until bigint not null,
  -- days a registration lasts, 0 is for ever; not used with forced expiry
  length integer not null default 0 constraint event__length_check check (length >= 0),
  -- 0 is unlimited
  participant_limit integer not null default 0 constraint event__limit_check check (participant_limit >= 0),
  participants integer not null default 0,
  forced_expire boolean not null default false,
  forced_expired_date bigint not null default 0,
  paused boolean not null default false,
  "group" text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (strip(name || E'\n' || code || E'\n' || "group")) stored,
  constraint event__dates_check check (until > "from"),
  constraint event__forced_check check (forced_expire = (forced_expired_date > 0)),
  constraint event__full_check check (participant_limit = 0 or participants <= participant_limit)
);
create index event__search_idx on event using gin (search gin_trgm_ops);
create index event__cidx_idx on event (cidx);
create index event__from_idx on event ("from", event_idx);
create index event__group_idx on event ("group");
