-- kernel: where the feed stands for one record, or for acts on many of a kind, whose id is ''; see kernel/changes
create index change__record_idx on change (kind, coalesce(id, ''), change_idx desc) include (numbered_at);
