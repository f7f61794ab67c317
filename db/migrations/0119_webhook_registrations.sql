-- webhook: registrations are told as counts, at most once a minute
alter table webhook add column registrations_at timestamptz;

create table webhook_registration (
  wh_idx integer not null constraint webhook_registration__webhook_fkey references webhook on delete cascade,
  cidx integer not null constraint webhook_registration__cidx_fkey references collection on delete cascade,
  registrations integer not null,
  constraint webhook_registration__key primary key (wh_idx, cidx)
);
comment on table webhook_registration is 'The registrations that a webhook has yet to be told of: its cursor is past their changes.';
