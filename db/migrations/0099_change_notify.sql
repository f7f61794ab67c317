-- kernel: who writes a change wakes those that wait for changes, without a statement of its own
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', '');
  return null;
end $$;
create trigger change__notify after insert on change for each statement execute function notify_change();
