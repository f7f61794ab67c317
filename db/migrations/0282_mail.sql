-- mail: what is sent
create table mail (
  mail_idx bigint generated always as identity constraint mail__key primary key,
  kind text not null,
  staff_idx integer constraint mail__staff_fk references staff on delete cascade,
  address text not null constraint mail__address_check check (length(address) <= 254),
  locale text not null,
  subject text not null,
  content jsonb not null,
  state text not null default 'waiting' constraint mail__state_check check (state in ('waiting', 'sent', 'failed', 'unsure')),
  tries integer not null default 0,
  reason text,
  answer text,
  message_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  next_at timestamptz,
  sent_at timestamptz,
  claim uuid,
  claimed_at timestamptz
);
-- Those that are due, and those that a process is sending.
create index mail__due_idx on mail (next_at, mail_idx) where state = 'waiting' and claim is null;
create index mail__claimed_idx on mail (claimed_at) where claim is not null;
create index mail__created_idx on mail (created_at);
create index mail__staff_idx on mail (staff_idx);
comment on table mail is $$Mails to send and sent. content is what it says, without the link that opens something: that is made as it is sent. unsure: whether it arrived is unknown, so it is sent again only if somebody says so.$$;
