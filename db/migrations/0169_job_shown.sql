-- What long work has to show before it is done, such as the first rows of a sheet. Cleared with the progress.
alter table job_progress add column shown json;
