-- code: what entered and what left the unused codes of each batch on each day
create table code_flow (
  cg_idx integer not null constraint code_flow__cg_idx_fkey references code_batch on delete cascade,
  day date not null,
  slot integer not null,
  issued integer not null default 0,
  restored integer not null default 0,
  restored_withdrawn integer not null default 0,
  withdrawn integer not null default 0,
  redeemed integer not null default 0,
  canceled integer not null default 0,
  expired integer not null default 0,
  constraint code_flow__key primary key (cg_idx, day, slot)
);
comment on table code_flow is $$What entered the unused codes of each batch on each day (issued, restored) and what left them, by cause.
A code is unused if it was never activated, is not cancelled and has not ended. "restored_withdrawn" are those of "restored"
that had been withdrawn. Triggers on "code" (code__flow_added, code__flow_changed) write it in the transaction of the change.
Time needs no statement: "expired" is booked ahead on the last day of the code's validity, and taken back if the code leaves
before its end.
Days in the past are final: a change is booked when it is made, also an undo that puts an older moment back.
Slots, folding and time zone as in code_day, but if TIME_ZONE changes, only expiries that are still ahead change their days.$$;

create function code_now() returns bigint language sql volatile as $$
  select extract(epoch from clock_timestamp())::bigint
$$;
comment on function code_now() is 'The time by which changes of codes are booked, in seconds. Tests replace it to move time.';

create function code_flows(
  issued_at bigint, valid_until bigint, activated_date bigint, is_canceled bigint, withdrawn boolean
) returns table (at bigint, issued integer, withdrawn integer, redeemed integer, canceled integer, expired integer)
language sql immutable as $$
  values
    (issued_at, 1, 0, 0, 0, 0),
    (activated_date, 0, 0, 1, 0, 0),
    (case when activated_date = 0 and (valid_until = 0 or valid_until > is_canceled) then is_canceled else 0 end,
      0, withdrawn::integer, 0, (not withdrawn)::integer, 0),
    (case when activated_date = 0 and valid_until > 0 and (is_canceled = 0 or valid_until <= is_canceled)
      then greatest(valid_until - 1, issued_at) else 0 end, 0, 0, 0, 0, 1)
$$;
comment on function code_flows(bigint, bigint, bigint, bigint, boolean) is
  'What the row of a code shows of its flows: when it was issued, and when and how it left the unused ones. 0 is no moment.';

create function codes_flowed_in() returns trigger language plpgsql as $$
begin
  insert into code_flow as had (cg_idx, day, slot, issued, withdrawn, redeemed, canceled, expired)
  select cg_idx, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(flows.issued * codes),
    sum(flows.withdrawn * codes), sum(flows.redeemed * codes), sum(flows.canceled * codes), sum(flows.expired * codes)
  from (
    -- Alike ones together first: the codes of a batch share their times.
    select cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn, count(*) as codes
    from added where cg_idx is not null
    group by cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn
  ) alike,
  lateral code_flows(issued_at, valid_until, activated_date, is_canceled, alike.withdrawn) flows, code_zone
  where at > 0
  group by 1, 2 order by 1, 2
  on conflict (cg_idx, day, slot) do update set
    issued = had.issued + excluded.issued, withdrawn = had.withdrawn + excluded.withdrawn,
    redeemed = had.redeemed + excluded.redeemed, canceled = had.canceled + excluded.canceled,
    expired = had.expired + excluded.expired;
  return null;
end $$;
create trigger code__flow_added after insert on code
  referencing new table as added for each statement execute function codes_flowed_in();

-- The plan is kept. One kept from a single code would be a nested loop, which takes minutes for many.
create function codes_flowed() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  moment constant bigint := code_now();
begin
  insert into code_flow as had
    (cg_idx, day, slot, restored, restored_withdrawn, withdrawn, redeemed, canceled, expired)
  select cg_idx, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(restored * codes),
    sum(restored * codes * was_withdrawn::integer), sum(flow.withdrawn * codes), sum(redeemed * codes),
    sum(canceled * codes), sum(expired * codes)
  from (
    select after.cg_idx, before.withdrawn as was_withdrawn, after.withdrawn, before.valid_until as had_end,
      after.valid_until as ends, after.activated_date > 0 as is_activated, after.is_canceled > 0 as is_canceled,
      before.activated_date = 0 and before.is_canceled = 0
        and (before.valid_until = 0 or before.valid_until > moment) as was,
      after.activated_date = 0 and after.is_canceled = 0
        and (after.valid_until = 0 or after.valid_until > moment) as stays,
      count(*) as codes
    from before join after using (code)
    where after.cg_idx is not null and (before.activated_date = 0 or after.activated_date = 0)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ) alike,
  code_zone,
  lateral (values
    (moment, (stays and not was)::integer, (was and alike.withdrawn)::integer, (was and is_activated)::integer,
      (was and is_canceled and not alike.withdrawn and not is_activated)::integer,
      (was and not stays and not is_canceled and not is_activated)::integer),
    (case when was then had_end - 1 else -1 end, 0, 0, 0, 0, -1),
    (case when stays then ends - 1 else -1 end, 0, 0, 0, 0, 1)
  ) flow (at, restored, withdrawn, redeemed, canceled, expired)
  where at >= 0 and (was <> stays or had_end <> ends) and (was or stays)
  group by 1, 2 order by 1, 2
  on conflict (cg_idx, day, slot) do update set
    restored = had.restored + excluded.restored,
    restored_withdrawn = had.restored_withdrawn + excluded.restored_withdrawn,
    withdrawn = had.withdrawn + excluded.withdrawn, redeemed = had.redeemed + excluded.redeemed,
    canceled = had.canceled + excluded.canceled, expired = had.expired + excluded.expired;
  return null;
end $$;
create trigger code__flow_changed after update on code
  referencing old table as before new table as after for each statement execute function codes_flowed();

-- What the codes that exist already show: from now on the triggers add to it.
insert into code_flow (cg_idx, day, slot, issued, withdrawn, redeemed, canceled, expired)
select cg_idx, (to_timestamp(at) at time zone time_zone)::date, 0, sum(flows.issued * codes),
  sum(flows.withdrawn * codes), sum(flows.redeemed * codes), sum(flows.canceled * codes), sum(flows.expired * codes)
from (
  select cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn, count(*) as codes
  from code where cg_idx is not null
  group by cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn
) alike,
lateral code_flows(issued_at, valid_until, activated_date, is_canceled, alike.withdrawn) flows, code_zone
where at > 0
group by 1, 2;
