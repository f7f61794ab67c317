-- apikey: what each key calls
create table key_use (
  key_idx integer not null,
  day date not null,
  call text not null,
  calls integer not null,
  deprecated text[] not null default '{}',
  constraint key_use__key primary key (key_idx, day, call)
);
comment on table key_use is $$How often a key made a call on a day of the office, for 30 days. Instances add to it every few seconds.$$;
comment on column key_use.call is $$Such as "GET /portal/v1/books/{bid}".$$;
comment on column key_use.deprecated is $$The deprecated fields that were sent with the call or answered.$$;
