-- collection: the customers who own it
create table collection_owner (
  cidx integer not null constraint collection_owner__cidx_fkey references collection on delete cascade,
  cust_idx integer not null constraint collection_owner__cust_idx_fkey references customer,
  primary key (cidx, cust_idx)
);
create index collection_owner__cust_idx on collection_owner (cust_idx);
