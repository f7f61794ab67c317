-- mailing: reports and statements that are mailed at times
create table mailing (
  mailing_idx integer generated always as identity constraint mailing__key primary key,
  name text not null,
  source text not null,
  cust_idx integer constraint mailing__customer_fk references customer,
  format text not null constraint mailing__format_check check (format in ('xlsx', 'csv', 'pdf')),
  addresses text not null,
  locale text not null,
  rhythm text not null constraint mailing__rhythm_check check (rhythm in ('week', 'month')),
  day integer not null constraint mailing__day_check check (day between 1 and case rhythm when 'week' then 7 else 31 end),
  hour integer not null constraint mailing__hour_check check (hour between 0 and 23),
  active boolean not null default true,
  next_at timestamptz not null,
  sent_at timestamptz,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1
);
create index mailing__customer_idx on mailing (cust_idx);
create index mailing__due_idx on mailing (next_at) where active;
comment on table mailing is $$Reports and statements that are mailed to addresses each week or month. next_at is when the next one is due: the transaction that makes its mails sets the one after it.$$;
comment on column mailing.day is $$Of a week from Monday, 1 to 7; of a month, 1 to 31, where a shorter month has its last day.$$;
