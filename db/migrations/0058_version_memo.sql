-- kernel: the memo of a version is edited by itself, so it has a version of its own; see kernel/versions
alter table version add column memo_version integer not null default 1;
