-- staff: accounts, sessions, failed sign-ins
create table staff (
  staff_idx integer generated always as identity primary key,
  staff_id text not null constraint staff__staff_id_key unique,
  name text not null,
  password_hash text not null,
  is_admin boolean not null,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
-- Two IDs that differ only in case would be one to whoever types them.
create unique index staff__staff_id_lower_key on staff (lower(staff_id));

create table session (
  token_hash bytea primary key,
  session_id text not null constraint session__session_id_key unique,
  staff_idx integer not null references staff on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  agent text not null
);
create index session__staff_idx on session (staff_idx);

-- One row for each ID and each address of an attempt to sign in: 'id:' and the ID in lower case, or 'ip:' and the
-- address. An attempt is noted before its password is checked and taken back when it was right.
create table login_failure (
  failure_idx bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null
);
create index login_failure__key_idx on login_failure (key, at);
create index login_failure__at_idx on login_failure (at);

-- The audit screen's filter by action.
create index audit__action_idx on audit (action, audit_idx desc);
