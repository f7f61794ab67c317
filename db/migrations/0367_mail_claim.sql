-- mail: until when a process alone sends a mail, as with webhooks
alter table mail add column claimed_until timestamptz;
update mail set claimed_until = claimed_at + interval '5 minutes' where claim is not null;
drop index mail__claimed_idx;
create index mail__claimed_idx on mail (claimed_until) where claimed_until is not null;
-- No release has used it.
alter table mail drop column claimed_at;
