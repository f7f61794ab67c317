-- staff: single sign-on and two-factor
-- An account that logs in at the provider alone has no password.
alter table staff alter column password_hash drop not null;

-- Who an account is at a provider.
create table staff_identity (
  issuer text not null,
  subject text not null,
  staff_idx integer not null constraint staff_identity__staff_key unique references staff on delete cascade,
  created_at timestamptz not null,
  constraint staff_identity__pkey primary key (issuer, subject)
);

-- Log-ins at the provider that are under way. Each is taken once, by the browser that began it.
create table sign_in_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  next text not null,
  -- whose account is being connected; null for a log-in
  staff_idx integer references staff on delete cascade,
  created_at timestamptz not null
);
create index sign_in_attempt__created_idx on sign_in_attempt (created_at);
create index sign_in_attempt__staff_idx on sign_in_attempt (staff_idx);

-- Where the browser logs out at the provider, sealed: the address holds an ID token.
alter table session add column provider_log_out bytea;

-- The second factor of an account that has one: its secret, sealed, and the last step of time whose code was used.
create table second_factor (
  staff_idx integer primary key references staff on delete cascade,
  secret bytea not null,
  last_step integer not null,
  created_at timestamptz not null
);

create table recovery_code (
  staff_idx integer not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (staff_idx, code_hash)
);
