-- kernel: when a session last wrote, so that for some seconds it does not read from a replica that lags
alter table session add column wrote_at timestamptz;
