-- staff: log in with passkeys
create table passkey (
  key_idx integer generated always as identity constraint passkey__key primary key,
  staff_idx integer not null constraint passkey__staff_fk references staff on delete cascade,
  credential_id text not null constraint passkey__credential_key unique,
  public_key bytea not null,
  -- Counts the uses, if the authenticator does; a copy of it falls behind.
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  copied_at timestamptz,
  version integer not null default 1
);
create index passkey__staff_idx on passkey (staff_idx);
comment on table passkey is $$The public keys with which accounts sign in without a password. rp_id is the host name they are for.$$;

create table spent_challenge (
  challenge_hash bytea not null constraint spent_challenge__key primary key,
  until timestamptz not null
);
create index spent_challenge__until_idx on spent_challenge (until);
comment on table spent_challenge is $$Challenges of passkeys that were answered: each counts once, until it expires.$$;
