-- code: ends that follow the sale
alter table code_batch
  add valid_days integer not null default 0,
  add valid_after text,
  add constraint code_batch__after_check check (valid_after in ('issue', 'delivery', 'vend')),
  add constraint code_batch__days_check
    check (valid_days >= 0 and (valid_days > 0) = (valid_after is not null) and (valid_after is null or valid_until = 0));
comment on column code_batch.valid_days is $$How many days after the event in "valid_after" its codes end; 0 if they end at "valid_until" or never. Until the event, a code has no end.$$;

create function code_end_after(day date, days integer, valid_from bigint, time_zone text) returns bigint
language sql stable as $$
  select extract(epoch from
    (greatest(day, (to_timestamp(valid_from) at time zone time_zone)::date) + days + 1)::timestamp at time zone time_zone)::bigint
$$;
comment on function code_end_after is $$The first second after the last day of codes whose days begin on a day, or on their first valid day if that is later.$$;
