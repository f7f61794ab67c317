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

-- key is 'id:' + the typed ID (folded) or 'ip:' + the address; rows older than the window are swept on sign-in.
create table login_failure (
  key text not null,
  at timestamptz not null
);
create index login_failure__key_idx on login_failure (key, at);
