-- code: batches of access codes that customers get, and every code there is
create table code_batch (
  cg_idx integer generated always as identity primary key,
  cust_idx integer not null constraint code_batch__cust_idx_fkey references customer,
  cidx integer not null constraint code_batch__cidx_fkey references collection,
  title text not null,
  memo text not null default '',
  -- how many codes it is to have; those it has are in code and code_day
  count integer not null constraint code_batch__count_check check (count between 1 and 1000000),
  -- of one code
  price numeric not null constraint code_batch__price_check check (price >= 0),
  currency text not null constraint code_batch__currency_check check (currency ~ '^[A-Z]{3}$'),
  -- what its codes are issued with: days, 0 is for ever; and seconds, 0 is none
  length integer not null default 0 constraint code_batch__length_check check (length >= 0),
  valid_from bigint not null default 0,
  valid_until bigint not null default 0,
  status text not null default 'issuing'
    constraint code_batch__status_check check (status in ('issuing', 'issued', 'failed', 'cancelled')),
  -- why issuing failed
  problem jsonb,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (strip(title || E'\n' || memo)) stored,
  constraint code_batch__valid_check check (valid_until = 0 or valid_until > valid_from)
);
create index code_batch__cust_idx on code_batch (cust_idx, cg_idx);
create index code_batch__cidx_idx on code_batch (cidx, cg_idx);
create index code_batch__created_idx on code_batch (created_at, cg_idx);
create index code_batch__search_idx on code_batch using gin (search gin_trgm_ops);

-- Access codes, and the codes of events: one table, so that a code is unique whatever it is for. Times are seconds, 0 is
-- none. Wide columns come first, so that rows have no gaps.
create table code (
  issued_at bigint not null,
  valid_from bigint not null default 0,
  valid_until bigint not null default 0,
  activated_date bigint not null default 0,
  expired_date bigint not null default 0,
  is_canceled bigint not null default 0,
  -- when it ends of itself: unused codes with their validity, activated ones with their length
  ends_at bigint not null generated always as (case when activated_date > 0 then expired_date else valid_until end) stored,
  -- null for the code of an event
  cg_idx integer constraint code__cg_idx_fkey references code_batch on delete cascade,
  length integer not null default 0,
  code text collate "C" not null,
  constraint code__key primary key (code),
  constraint code__form_check check (code ~ '^[A-Z0-9]{12}$')
);
create index code__batch_idx on code (cg_idx desc, code);
create index code__ends_idx on code (cg_idx, ends_at) where ends_at > 0 and is_canceled = 0;

-- What happened to the codes of each batch on each day, so that nobody counts millions: the sums over its slots. Each
-- database session adds to a slot of its own, so that nobody waits for another; the sweep folds slots into slot 0.
-- Expired codes are those that ended before now.
create table code_day (
  cg_idx integer not null constraint code_day__cg_idx_fkey references code_batch on delete cascade,
  -- in the time zone of code_zone
  day date not null,
  slot integer not null,
  issued integer not null default 0,
  activated integer not null default 0,
  -- of those that are cancelled now, by the day they were cancelled; and how many of them had been activated
  canceled integer not null default 0,
  canceled_activated integer not null default 0,
  -- of those not cancelled, by the day they end
  ending integer not null default 0,
  ending_activated integer not null default 0,
  constraint code_day__key primary key (cg_idx, day, slot)
);
create index code_day__day_idx on code_day (day);

-- The time zone of the days in code_day: one row, set at start.
create table code_zone (
  time_zone text not null,
  one boolean primary key default true constraint code_zone__one_check check (one)
);
insert into code_zone (time_zone) values ('UTC');

-- What a code counts for, and when: each of its moments is one row; 0 is no moment.
create function code_moments(issued_at bigint, activated_date bigint, is_canceled bigint, ends_at bigint)
returns table (
  at bigint, issued integer, activated integer, canceled integer, canceled_activated integer, ending integer,
  ending_activated integer
) language sql immutable as $$
  values
    (issued_at, 1, 0, 0, 0, 0, 0),
    (activated_date, 0, 1, 0, 0, 0, 0),
    (is_canceled, 0, 0, 1, (activated_date > 0)::integer, 0, 0),
    (case when is_canceled = 0 then ends_at else 0 end, 0, 0, 0, 0, 1, (activated_date > 0)::integer)
$$;

create function codes_added() returns trigger language plpgsql as $$
begin
  insert into code_day as had (cg_idx, day, slot, issued, activated, canceled, canceled_activated, ending, ending_activated)
  select cg_idx, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(issued * codes),
    sum(activated * codes), sum(canceled * codes), sum(canceled_activated * codes), sum(ending * codes),
    sum(ending_activated * codes)
  from (
    -- Alike ones together first: the codes of a batch share their times.
    select cg_idx, issued_at, activated_date, is_canceled, ends_at, count(*) as codes
    from added where cg_idx is not null group by cg_idx, issued_at, activated_date, is_canceled, ends_at
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, ends_at) moments, code_zone
  where at > 0
  group by 1, 2 order by 1, 2
  on conflict (cg_idx, day, slot) do update set
    issued = had.issued + excluded.issued, activated = had.activated + excluded.activated,
    canceled = had.canceled + excluded.canceled,
    canceled_activated = had.canceled_activated + excluded.canceled_activated,
    ending = had.ending + excluded.ending, ending_activated = had.ending_activated + excluded.ending_activated;
  return null;
end $$;
create trigger code__added after insert on code
  referencing new table as added for each statement execute function codes_added();

create function codes_changed() returns trigger language plpgsql as $$
begin
  insert into code_day as had (cg_idx, day, slot, issued, activated, canceled, canceled_activated, ending, ending_activated)
  select cg_idx, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(issued * codes),
    sum(activated * codes), sum(canceled * codes), sum(canceled_activated * codes), sum(ending * codes),
    sum(ending_activated * codes)
  from (
    select cg_idx, issued_at, activated_date, is_canceled, ends_at, sum(sign) as codes
    from (select 1 as sign, after.* from after union all select -1, before.* from before) rows
    where cg_idx is not null group by cg_idx, issued_at, activated_date, is_canceled, ends_at having sum(sign) <> 0
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, ends_at) moments, code_zone
  where at > 0
  group by 1, 2 order by 1, 2
  on conflict (cg_idx, day, slot) do update set
    issued = had.issued + excluded.issued, activated = had.activated + excluded.activated,
    canceled = had.canceled + excluded.canceled,
    canceled_activated = had.canceled_activated + excluded.canceled_activated,
    ending = had.ending + excluded.ending, ending_activated = had.ending_activated + excluded.ending_activated;
  return null;
end $$;
create trigger code__changed after update on code
  referencing old table as before new table as after for each statement execute function codes_changed();
