-- home: tasks of the start page that somebody has snoozed for themselves, or taken for all to see
create table task_snooze (
  staff_idx integer not null constraint task_snooze__staff_idx_fkey references staff on delete cascade,
  kind text not null,
  until timestamptz,
  things jsonb not null,
  constraint task_snooze__key primary key (staff_idx, kind)
);
comment on table task_snooze is $$A row of the start page that one person does not see until a time; without a time, until it grows.
"things" is how many things each of its tasks was about, by task. It has grown once a task is new or about more things.$$;
create table task_taken (
  kind text constraint task_taken__key primary key,
  staff_idx integer not null constraint task_taken__staff_idx_fkey references staff on delete cascade,
  until timestamptz not null,
  things jsonb not null
);
comment on table task_taken is 'A row of the start page that one person deals with, which everybody sees until then.';
