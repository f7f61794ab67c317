-- code: one ledger of each batch and lot: issued = quantity + withdrawn
alter table code_lot
  -- the quantity of the batch once this lot was issued
  add column count integer not null;

-- Not by the triggers, which would count each code twice; the days are counted again below.
alter table code disable trigger user;

-- The codes of a batch that were issued at one moment are a lot.
with lots as (
  select cg_idx, issued_at, dense_rank() over (partition by cg_idx order by issued_at) as lot, codes
  from (select cg_idx, issued_at, count(*) as codes from code where cg_idx is not null group by 1, 2) times
),
numbered as (
  update code set lot = lots.lot from lots
  where code.cg_idx = lots.cg_idx and code.issued_at = lots.issued_at and lots.lot > 1
)
insert into code_lot (cg_idx, lot, issued, issued_at, issued_by, count)
select cg_idx, lot, codes, to_timestamp(issued_at), case when asked.found then asked.actor else batch.created_by end,
  coalesce(asked.count, sum(codes) over (partition by cg_idx order by lot))
from lots join code_batch batch using (cg_idx)
left join lateral (
  -- who ordered these codes: the last order before they were issued, to the second
  select true as found, a.actor, (a.after ->> 'count')::integer as count from audit a
  where a.entity = 'code_batch' and a.entity_id = lots.cg_idx::text
    and a.action in ('code_batch.created', 'code_batch.raised') and a.at < to_timestamp(lots.issued_at + 1)
  order by a.audit_idx desc limit 1
) asked on true;

-- What a quantity lowers is withdrawn: of the codes cancelled and never activated those that lowering it cancelled, the
-- newest first, as many as the batch has beyond its quantity.
with surplus as (
  select b.cg_idx, sum(l.issued) - (b.count - b.missing) as codes
  from code_batch b join code_lot l using (cg_idx) group by b.cg_idx having sum(l.issued) > b.count - b.missing
),
ranked as (
  select c.code, s.codes, row_number() over (partition by c.cg_idx order by lowered desc, c.is_canceled desc, c.code) as place
  from surplus s join code c on c.cg_idx = s.cg_idx and c.is_canceled > 0 and c.activated_date = 0
  cross join lateral (
    select exists (
      select from act_record r join audit a on a.act_idx = r.act_idx and a.action = 'code_batch.lowered'
      where r.entity = 'code' and r.record_id = c.code and (r.after ->> 'is_canceled')::bigint = c.is_canceled
    ) as lowered
  ) taken
)
update code set withdrawn = true from ranked where code.code = ranked.code and ranked.place <= ranked.codes;

alter table code enable trigger user;

-- A batch whose codes do not add up to its quantity gets the quantity that they add up to.
update code_batch b set count = s.count
from (
  select b.cg_idx, b.missing + count(c.code) filter (where not c.withdrawn) as count
  from code_batch b join code c using (cg_idx) group by b.cg_idx
) s
where s.cg_idx = b.cg_idx and s.count <> b.count and s.count between 1 and 1000000;

-- The lot decides beside the state, and codes of a batch share few: the indexes stay as small as they were.
drop index code__batch_idx;
create index code__batch_idx on code (cg_idx desc, code) include (ends_at, activated_date, is_canceled, lot, withdrawn);
drop index code__unused_idx;
create index code__unused_idx on code (cg_idx, ends_at, lot) where activated_date = 0 and is_canceled = 0;
drop index code__used_idx;
create index code__used_idx on code (cg_idx, ends_at, lot) where activated_date > 0 and is_canceled = 0;
create index code__withdrawn_idx on code (cg_idx desc, code) where withdrawn;

alter table code_day
  add column lot integer not null default 1,
  -- by the day they were withdrawn; not among those cancelled
  add column withdrawn integer not null default 0,
  drop constraint code_day__key,
  add constraint code_day__key primary key (cg_idx, lot, day, slot);
alter table code_day alter column lot drop default;

comment on table code_day is $$What happened to the codes of each lot on each day: how many were issued, activated, cancelled, withdrawn, and how many
end. Reports and lists read these sums, because counting millions of codes on each visit would take seconds.
Triggers on "code" (code__added, code__changed) write them in the transaction of the change itself, whatever makes it.
A day in the past is final for "issued" and "activated"; a cancelled code moves from "ending" to "canceled", a withdrawn
one to "withdrawn". An expired code is one whose day of ending is over: time needs no statement.
Each database session adds to a slot of its own, so that nobody waits for another's row; a job folds them into slot 0.
A figure is therefore always the sum over the slots. Days begin in the time zone of code_zone.$$;

drop function code_moments(bigint, bigint, bigint, bigint);
create function code_moments(
  issued_at bigint, activated_date bigint, is_canceled bigint, withdrawn boolean, ends_at bigint
) returns table (
  at bigint, issued integer, activated integer, canceled integer, canceled_activated integer, withdrawn integer,
  ending integer, ending_activated integer
) language sql immutable as $$
  values
    (issued_at, 1, 0, 0, 0, 0, 0, 0),
    (activated_date, 0, 1, 0, 0, 0, 0, 0),
    (is_canceled, 0, 0, (not withdrawn)::integer, (activated_date > 0)::integer, withdrawn::integer, 0, 0),
    (case when is_canceled = 0 then ends_at else 0 end, 0, 0, 0, 0, 0, 1, (activated_date > 0)::integer)
$$;
comment on function code_moments is $$What a code counts for, and when: each of its moments is one row; 0 is no moment. A withdrawn code was never activated.$$;

create or replace function codes_added() returns trigger language plpgsql as $$
begin
  insert into code_day as had (
    cg_idx, lot, day, slot, issued, activated, canceled, canceled_activated, withdrawn, ending, ending_activated)
  select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(moments.issued * codes),
    sum(moments.activated * codes), sum(moments.canceled * codes), sum(moments.canceled_activated * codes),
    sum(moments.withdrawn * codes), sum(moments.ending * codes), sum(moments.ending_activated * codes)
  from (
    -- Alike ones together first: the codes of a batch share their times.
    select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, count(*) as codes
    from added where cg_idx is not null
    group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
  where at > 0
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (cg_idx, lot, day, slot) do update set
    issued = had.issued + excluded.issued, activated = had.activated + excluded.activated,
    canceled = had.canceled + excluded.canceled,
    canceled_activated = had.canceled_activated + excluded.canceled_activated,
    withdrawn = had.withdrawn + excluded.withdrawn,
    ending = had.ending + excluded.ending, ending_activated = had.ending_activated + excluded.ending_activated;
  return null;
end $$;

create or replace function codes_changed() returns trigger language plpgsql as $$
begin
  insert into code_day as had (
    cg_idx, lot, day, slot, issued, activated, canceled, canceled_activated, withdrawn, ending, ending_activated)
  select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date, pg_backend_pid(), sum(moments.issued * codes),
    sum(moments.activated * codes), sum(moments.canceled * codes), sum(moments.canceled_activated * codes),
    sum(moments.withdrawn * codes), sum(moments.ending * codes), sum(moments.ending_activated * codes)
  from (
    select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, sum(sign) as codes
    from (select 1 as sign, after.* from after union all select -1, before.* from before) rows
    where cg_idx is not null
    group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at having sum(sign) <> 0
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
  where at > 0
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (cg_idx, lot, day, slot) do update set
    issued = had.issued + excluded.issued, activated = had.activated + excluded.activated,
    canceled = had.canceled + excluded.canceled,
    canceled_activated = had.canceled_activated + excluded.canceled_activated,
    withdrawn = had.withdrawn + excluded.withdrawn,
    ending = had.ending + excluded.ending, ending_activated = had.ending_activated + excluded.ending_activated;
  return null;
end $$;

delete from code_day;
insert into code_day (
  cg_idx, lot, day, slot, issued, activated, canceled, canceled_activated, withdrawn, ending, ending_activated)
select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date, 0, sum(moments.issued * codes),
  sum(moments.activated * codes), sum(moments.canceled * codes), sum(moments.canceled_activated * codes),
  sum(moments.withdrawn * codes), sum(moments.ending * codes), sum(moments.ending_activated * codes)
from (
  select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, count(*) as codes
  from code where cg_idx is not null
  group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at
) alike,
lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
where at > 0 group by 1, 2, 3;

-- What each lowering of a quantity withdrew of each lot, for the history of the batch.
create table code_withdrawal (
  act_idx bigint not null,
  cg_idx integer not null,
  lot integer not null,
  codes integer not null,
  delivered integer not null,
  constraint code_withdrawal__key primary key (cg_idx, act_idx, lot),
  constraint code_withdrawal__cg_idx_fkey foreign key (cg_idx) references code_batch on delete cascade
);
comment on table code_withdrawal is $$How many codes of each lot a lowered quantity withdrew, and how many of those had been delivered.$$;

alter table code_act
  -- of the codes of the batch that were chosen, those that stayed as they were: how many by reason
  add column "left" jsonb not null default '{}';
