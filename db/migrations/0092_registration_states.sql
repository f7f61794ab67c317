-- registration: registrations in a state that few have are found by what ends them, not among all
create index registration__ends_idx on registration (expires_at) where event_idx is not null;
-- those by access codes are cancelled with their codes
create index code__used_canceled_idx on code (code) where is_canceled > 0 and activated_date > 0;
