-- webhook: addresses that are sent what portals are told, and what was sent to each
create table webhook (
  wh_idx integer generated always as identity constraint webhook__key primary key,
  name text not null,
  url text not null,
  -- the kinds of changes it wants, in the words of portals
  kinds text[] not null,
  active boolean not null,
  -- sealed for this webhook; after a new one was made, the old one also signs until its time
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- its place in the changes
  cursor text not null,
  -- the first failure since the last success, and after how many to try again when
  failing_since timestamptz,
  failures integer not null default 0,
  next_at timestamptz,
  -- given up: nothing is sent until staff have looked
  stopped_at timestamptz,
  -- which process sends, and until when that is believed
  claim uuid,
  claimed_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text
);

create table webhook_delivery (
  del_idx bigint generated always as identity constraint webhook_delivery__key primary key,
  wh_idx integer not null constraint webhook_delivery__webhook_fkey references webhook on delete cascade,
  -- the same at each attempt: by it receivers know a repetition
  msg_id text not null,
  -- what it tells: a kind, and the id of the record or null for many
  kind text not null,
  id text,
  -- as it is signed and sent
  payload text not null,
  state text not null default 'waiting'
    constraint webhook_delivery__state_check check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null,
  -- the last attempt: when, how long, and what came back
  attempts integer not null default 0,
  sent_at timestamptz,
  duration_ms integer,
  status integer,
  response text,
  problem text
);
create index webhook_delivery__list_idx on webhook_delivery (wh_idx, del_idx desc);
create index webhook_delivery__waiting_idx on webhook_delivery (wh_idx, del_idx) where state = 'waiting';
create index webhook_delivery__created_idx on webhook_delivery (created_at) where state <> 'waiting';
