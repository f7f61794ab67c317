-- kernel: places in the changes outlive a failover; see kernel/changes
-- A promoted replica has the changes of the primary up to some number, and gives the numbers after it anew. So a place of
-- the epoch before is still right up to that number, and means nothing beyond it.
create table change_epoch_past (
  epoch text primary key,
  -- the last change of that epoch that this database has
  last_idx bigint not null
);

-- What numbers of changes belong to: this server, its timeline, this database, this table. A loaded dump or a copy
-- differs in at least one of them, a promoted replica in its timeline alone.
create function change_home() returns text language sql as $$
  select concat_ws(':',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'change'::regclass::oid)
$$;

-- Begins a new epoch on a promoted replica. Holds the order of the changes to the end of the transaction, so that none is
-- numbered meanwhile: its newest change is the last that it has of the epoch before.
create function follow_promotion() returns void language plpgsql as $$
declare
  here text[] := string_to_array(change_home(), ':');
begin
  perform pg_advisory_xact_lock(7202612);
  insert into change_epoch_past (epoch, last_idx)
  select epoch, greatest(pruned_idx, (select max(change_idx) from change))
  from change_epoch, string_to_array(home, ':') as there
  where there[1] = here[1] and there[2] < here[2] and there[3:4] = here[3:4];
  if found then
    update change_epoch set epoch = left(gen_random_uuid()::text, 8), home = array_to_string(here, ':');
  end if;
end $$;

-- The first change after a promotion begins the epoch it belongs to, even where nobody has noticed the promotion yet.
create or replace function hold_change_order() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7202612);
  if exists (select from change_epoch where split_part(home, ':', 2) < left(pg_walfile_name(pg_current_wal_lsn()), 8)) then
    perform follow_promotion();
  end if;
  return null;
end $$;
