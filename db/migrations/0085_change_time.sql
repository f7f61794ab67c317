-- kernel: when a change was numbered. Numbers are given under a lock that is held to the commit, so these times follow one
-- another as the commits do, which `at`, the time a transaction began, does not; see kernel/changes
alter table change add column numbered_at timestamptz not null default clock_timestamp();
create index change__kind_idx on change (kind, change_idx desc) include (numbered_at);
