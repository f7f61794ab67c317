-- kernel: what a running job tells the screen that waits for it
create table job_progress (
  job_key text primary key,
  done integer not null,
  total integer not null,
  cancel_requested boolean not null default false,
  updated_at timestamptz not null
);
