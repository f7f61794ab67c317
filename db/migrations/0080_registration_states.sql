-- registration: of the registrations of each day, when they end and whether they are cancelled
--
-- One by access code ends, and is cancelled, with its code. Those that ended before today are expired; those that end today
-- are few enough to be looked at one by one, by the indexes of ends.
alter table registration_day
  -- in the time zone of registration_zone; infinity is never
  add column ends date not null default 'infinity',
  add column canceled boolean not null default false,
  drop constraint registration_day__key,
  add constraint registration_day__key primary key (cidx, cg_idx, event_idx, day, ends, canceled, slot);
alter table registration_day alter column ends drop default, alter column canceled drop default;
create index registration__ends_idx on registration (expires_at) where expires_at > 0;

-- The day of a moment in seconds; 0 is no moment.
create function end_day(at bigint, zone text) returns date language sql immutable as $$
  select case when at = 0 then 'infinity'::date else (to_timestamp(at) at time zone zone)::date end
$$;

delete from registration_day;
insert into registration_day (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0),
  (to_timestamp(r.registered_at) at time zone time_zone)::date, end_day(coalesce(c.expired_date, r.expires_at), time_zone),
  coalesce(c.is_canceled > 0, false), 0, count(*)
from registration r left join code c using (code), registration_zone group by 1, 2, 3, 4, 5, 6;

create or replace function registrations_counted() returns trigger language plpgsql as $$
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
  select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0),
    (to_timestamp(r.registered_at) at time zone time_zone)::date, end_day(coalesce(c.expired_date, r.expires_at), time_zone),
    coalesce(c.is_canceled > 0, false), pg_backend_pid(), count(*) * case tg_op when 'INSERT' then 1 else -1 end
  from registrations r left join code c using (code), registration_zone
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (cidx, cg_idx, event_idx, day, ends, canceled, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $$;

create function registrations_changed() returns trigger language plpgsql as $$
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
  select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0),
    (to_timestamp(r.registered_at) at time zone time_zone)::date, end_day(coalesce(c.expired_date, r.expires_at), time_zone),
    coalesce(c.is_canceled > 0, false), pg_backend_pid(), sum(sign)
  from (select 1 as sign, after.* from after union all select -1, before.* from before) r
  left join code c using (code), registration_zone
  group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (cidx, cg_idx, event_idx, day, ends, canceled, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $$;
create trigger registration__changed after update on registration
  referencing old table as before new table as after for each statement execute function registrations_changed();

-- Used codes that are cancelled, restored or end on another day take their registrations along. Planned for each
-- statement, which may change one code or a million.
create function codes_of_registrations_changed() returns trigger language plpgsql
  set plan_cache_mode = force_custom_plan as $$
declare
  -- A statement without any value of its own would keep its first plan.
  zone text := (select time_zone from registration_zone);
begin
  insert into registration_day as had (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
  select r.cidx, coalesce(a.cg_idx, 0), coalesce(r.event_idx, 0), (to_timestamp(r.registered_at) at time zone zone)::date,
    end_day(side.ends_at, zone), side.canceled, pg_backend_pid(), sum(side.sign)
  from after a join before b using (code) join registration r using (code),
    lateral (values (1, a.expired_date, a.is_canceled > 0), (-1, b.expired_date, b.is_canceled > 0)) side (sign, ends_at, canceled)
  where a.activated_date > 0 and (a.expired_date, a.is_canceled > 0) is distinct from (b.expired_date, b.is_canceled > 0)
  group by 1, 2, 3, 4, 5, 6 having sum(side.sign) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (cidx, cg_idx, event_idx, day, ends, canceled, slot)
  do update set registrations = had.registrations + excluded.registrations;
  return null;
end $$;
create trigger code__registered after update on code
  referencing old table as before new table as after for each statement execute function codes_of_registrations_changed();
