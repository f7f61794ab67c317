-- registration: one learner's right to one collection, by an access code or by an event
create table registration (
  reg_idx bigint generated always as identity primary key,
  registered_at bigint not null,
  -- of an event's; one by access code lasts as long as its code, and is cancelled with it
  expires_at bigint not null default 0,
  cidx integer not null constraint registration__cidx_fkey references collection,
  event_idx integer constraint registration__event_idx_fkey references event,
  learner_id text not null,
  code text collate "C" constraint registration__code_fkey references code constraint registration__code_key unique,
  constraint registration__one_check check (num_nonnulls(event_idx, code) = 1)
);
create unique index registration__event_key on registration (event_idx, learner_id) where event_idx is not null;
create index registration__learner_idx on registration (learner_id, reg_idx);
create index registration__cidx_idx on registration (cidx, reg_idx);
create index registration__at_idx on registration (registered_at, reg_idx);
