-- code: the activated codes of a day are found in the index alone
drop index code__activated_idx;
create index code__activated_idx on code (cg_idx desc, code) include (ends_at, is_canceled, activated_date)
  where activated_date > 0;
