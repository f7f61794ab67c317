-- home: what people were mailed about
create table home_mailed (
  staff_idx integer not null constraint home_mailed__staff_fk references staff on delete cascade,
  task text not null,
  at timestamptz not null,
  constraint home_mailed__key primary key (staff_idx, task)
);
comment on table home_mailed is $$Tasks of the start page that a person was mailed about; a row goes with its task, so that the next one is mailed again. Also the weeks that they were mailed.$$;
