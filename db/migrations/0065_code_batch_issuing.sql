-- code: what is still to be issued into a batch, and how long its last issuing took
alter table code_batch
  -- of its quantity; 0 once it is whole
  add column missing integer not null default 0 constraint code_batch__missing_check check (missing between 0 and count),
  add column issue_codes integer not null default 0,
  add column issue_ms integer not null default 0;
-- the pace of earlier issuings, for estimates
create index code_batch__pace_idx on code_batch (cg_idx) where issue_codes >= 1000;
create index code_batch__failed_idx on code_batch (cg_idx) where status = 'failed';
