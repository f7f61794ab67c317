-- code: cancelled codes that are found by how they begin are counted without reading their rows
drop index code__canceled_idx;
create index code__canceled_idx on code (cg_idx desc, code) include (withdrawn) where is_canceled > 0;
