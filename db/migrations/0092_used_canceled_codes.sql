-- code: cancelled registrations are found by their codes, not among all
create index code__used_canceled_idx on code (code) where is_canceled > 0 and activated_date > 0;
