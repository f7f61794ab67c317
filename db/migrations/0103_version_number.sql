-- kernel: versions are numbered for each record, 1, 2, 3 ..., as screens show them
--
-- Numbered by the database, so that the previous release can go on making versions. The row of `versioned` is locked while
-- a version is made.
alter table version add column number integer not null default 0;
update version set number = n.number
from (select ver_idx, row_number() over (partition by entity, entity_id order by ver_idx) as number from version) n
where n.ver_idx = version.ver_idx;

create function version_numbered() returns trigger language plpgsql as $$
begin
  if new.number = 0 then
    new.number := 1 + coalesce((
      select v.number from version v where v.entity = new.entity and v.entity_id = new.entity_id
      order by v.ver_idx desc limit 1), 0);
  end if;
  return new;
end $$;
create trigger version__numbered before insert on version for each row execute function version_numbered();
