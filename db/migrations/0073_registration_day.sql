-- registration: how many registrations each collection got on each day, and by which batch or event
create table registration_day (
  cidx integer not null,
  -- 0 for those by an event
  cg_idx integer not null,
  -- 0 for those by an access code
  event_idx integer not null,
  -- in the time zone of registration_zone
  day date not null,
  -- of the database session that added them, as in code_day; 0 once they are folded
  slot integer not null,
  registrations integer not null,
  constraint registration_day__key primary key (cidx, cg_idx, event_idx, day, slot)
);
create index registration_day__day_idx on registration_day (day);

-- The time zone of the days: one row, set at start.
create table registration_zone (
  time_zone text not null,
  one boolean primary key default true constraint registration_zone__one_check check (one)
);
insert into registration_zone (time_zone) values ('UTC');

create function registrations_counted() returns trigger language plpgsql as $$
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, slot, registrations)
  select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0),
    (to_timestamp(r.registered_at) at time zone time_zone)::date, pg_backend_pid(),
    count(*) * case tg_op when 'INSERT' then 1 else -1 end
  from registrations r left join code c using (code), registration_zone
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (cidx, cg_idx, event_idx, day, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $$;
create trigger registration__added after insert on registration
  referencing new table as registrations for each statement execute function registrations_counted();
create trigger registration__removed after delete on registration
  referencing old table as registrations for each statement execute function registrations_counted();
