-- staff: links in mails that set a password
create table staff_link (
  staff_idx integer constraint staff_link__key primary key constraint staff_link__staff_fk references staff on delete cascade,
  token_hash bytea not null constraint staff_link__token_key unique,
  until timestamptz not null
);
comment on table staff_link is $$The link of an account that sets its password, once. A newer one takes its place; a changed password ends it.$$;

create table staff_device (
  staff_idx integer not null constraint staff_device__staff_fk references staff on delete cascade,
  name text not null,
  seen_at timestamptz not null,
  constraint staff_device__key primary key (staff_idx, name)
);
comment on table staff_device is $$The browsers that an account logged in with, by their short names: its owner is mailed about a new one.$$;
