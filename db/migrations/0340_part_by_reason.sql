-- audit: what an instance of before 0220 applies, while it still runs beside a newer one, says of which act it is a part
-- Such an instance tells it by the reason alone. A row without a part and with such a reason comes from nowhere else, as long
-- as it is of the transaction that applied the release; without it, the undo takes the release's own changes for later ones.
create function part_by_reason() returns trigger language plpgsql as $$
begin
  new.part_of := (
    select max(o.act_idx) from audit o
    where o.entity = 'release' and o.entity_id = substring(new.reason from '^Release (\d+): ')
      and o.action = 'release.applied' and o.at = new.at and o.request_id is not distinct from new.request_id);
  return new;
end $$;
create trigger audit__part_by_reason before insert on audit for each row
  when (new.part_of is null and new.undoes is null and new.entity <> 'release' and starts_with(new.reason, 'Release '))
  execute function part_by_reason();

-- What came between 0220 and this one. What is sealed stays as it is.
update audit a set part_of = o.act_idx
from audit o
where o.entity = 'release' and o.action = 'release.applied' and o.act_idx is not null
  and a.at = o.at and a.request_id is not distinct from o.request_id and a.audit_idx > o.audit_idx
  and a.part_of is null and a.undoes is null and a.entity <> 'release'
  and starts_with(a.reason, 'Release ' || o.entity_id || ': ')
  and not exists (select from trail_seal);
