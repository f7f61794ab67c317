-- customer: partners and distributors, who own collections and get batches of codes
create table customer (
  cust_idx integer generated always as identity primary key,
  -- the code of the coupon generator
  cust_id text not null constraint customer__cust_id_key unique,
  name text not null,
  memo text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1,
  search text not null generated always as (strip(cust_id || E'\n' || name || E'\n' || memo)) stored,
  -- what lists sort by; short enough for an index whatever the letters
  name_sort text not null generated always as (strip(left(name, 120))) stored,
  constraint customer__cust_id_check check (cust_id ~ '^[A-Z0-9_-]{3,12}$')
);
create index customer__search_idx on customer using gin (search gin_trgm_ops);
create index customer__name_idx on customer (name_sort, cust_idx);
create index customer__updated_idx on customer (updated_at, cust_idx);
