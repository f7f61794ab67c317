-- kernel: how many stand before a piece of long work that waits for its turn
alter table job_progress add column ahead integer not null default 0;
