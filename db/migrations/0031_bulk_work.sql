-- kernel: acts on selections too large to wait for, and what became of each
create table bulk_work (
  work_idx integer generated always as identity primary key,
  -- what is done, such as book.publish, and what to
  name text not null,
  asked jsonb not null,
  status text not null default 'waiting'
    constraint bulk_work__status_check check (status in ('waiting', 'done', 'failed')),
  -- how many records it changed
  changed integer,
  problem jsonb,
  asked_by text,
  asked_at timestamptz not null,
  ended_at timestamptz
);
