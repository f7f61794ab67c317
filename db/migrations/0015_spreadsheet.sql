-- spreadsheet: the cloud spreadsheet accounts of staff, and sign-ins to them that are under way
create table spreadsheet_account (
  staff_idx integer primary key references staff on delete cascade,
  email text,
  -- access and refresh token, sealed with a key that is not in the database
  tokens bytea not null,
  expires_at timestamptz not null
);

create table spreadsheet_attempt (
  state_hash bytea primary key,
  -- it ends with the session that began it
  session_id text not null references session (session_id) on delete cascade,
  nonce text not null,
  verifier text not null,
  next text not null,
  created_at timestamptz not null
);
create index spreadsheet_attempt__session_idx on spreadsheet_attempt (session_id);
