-- kernel: the change feed in the order of commits, and the life of the database that its places belong to
-- Numbers are given under a lock that is held to the end of the transaction, so that they follow one another as the
-- commits do: whoever reads on from a number never misses a smaller one. Record changes last, just before the commit.
-- The column xact ordered them before; it goes with the next release.
create function hold_change_order() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7202612);
  return null;
end $$;
create trigger change__order before insert on change for each statement execute function hold_change_order();

-- The numbers mean nothing on another server, in another database, or after a restore: there a new epoch begins, and
-- places of the old one are refused; see kernel/changes.
create table change_epoch (
  single boolean primary key default true constraint change_epoch__single_check check (single),
  epoch text not null,
  -- server, timeline, database and table, as they were when the epoch began; renewed at the next start where it differs
  home text not null,
  -- the last change that was pruned
  pruned_idx bigint not null default 0
);
insert into change_epoch (epoch, home) values (left(gen_random_uuid()::text, 8), '');
