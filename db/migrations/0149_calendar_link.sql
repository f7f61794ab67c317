-- calendar: the secret addresses at which programs of staff fetch the calendar
create table calendar_link (
  link_idx integer generated always as identity constraint calendar_link__key primary key,
  -- whoever made it: it is closed while that account is disabled
  staff_idx integer not null constraint calendar_link__staff_idx_fkey references staff on delete cascade,
  token_hash bytea not null constraint calendar_link__token_key unique,
  -- the language of the entries
  lang text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index calendar_link__staff_idx on calendar_link (staff_idx, link_idx desc);
comment on table calendar_link is $$Of the token in an address only a hash is kept.$$;
