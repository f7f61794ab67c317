-- code: a page of running codes is found among the activated ones, without reading the rows of those before it
drop index code__activated_idx;
create index code__activated_idx on code (cg_idx desc, code) include (ends_at, is_canceled) where activated_date > 0;
