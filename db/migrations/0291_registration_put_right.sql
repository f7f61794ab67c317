-- registration: one learner instead of two
alter table registration
  add shown_in bigint constraint registration__shown_in_fkey references registration on delete set null,
  add placeless boolean not null default false,
  add constraint registration__place_check check (not placeless or event_idx is not null),
  add constraint registration__shown_in_check check (shown_in <> reg_idx);
comment on column registration.shown_in is $$The registration of the learner for the same collection that ends later: what two IDs had is shown once. The row stays for reports.$$;
comment on column registration.placeless is $$A second registration of one learner by one event, brought by a move: an event counts learners.$$;
create index registration__shown_in_idx on registration (shown_in) where shown_in is not null;
drop index registration__event_key;
create unique index registration__event_key on registration (event_idx, learner_id) where event_idx is not null and not placeless;

-- Rows that an undo can insert again have every column.
update act_record set undo = '{"placeless": false}' || undo
where entity = 'registration' and before is not null and undo ? 'reg_idx';
