-- audit: rows say of which larger act they are a part, and undone creations have their rows
alter table audit add column part_of bigint;
comment on column audit.part_of is $$The act of which this one is a part: the application of a release, or its undo.$$;
create index audit__part_of_idx on audit (part_of) where part_of is not null;

-- Rows of one transaction have its time and its request. Those of an applied release follow its own row; those of its undo
-- come before the row of the undo.
update audit a set part_of = o.act_idx
from audit o
where o.entity = 'release' and (o.action = 'release.applied' or o.undoes is not null) and o.act_idx is not null
  and a.at = o.at and a.request_id is not distinct from o.request_id and a.audit_idx <> o.audit_idx
  and a.entity <> 'release' and a.undoes is null
  and starts_with(a.reason, 'Release ' || o.entity_id || ': ');

-- The removal by which a creation was undone had a number of its own, which no row of the trail has.
update act_record r set act_idx = u.act_idx
from audit u
where not exists (select from audit a where a.act_idx = r.act_idx)
  and r.act_idx > coalesce((select pruned_idx from retention where kind = 'audit'), 0)
  and u.entity = r.entity and u.entity_id = r.record_id and u.undoes is not null
  and u.act_idx = (
    select max(n.act_idx) from audit n
    where n.entity = r.entity and n.entity_id = r.record_id and n.undoes is not null and n.act_idx < r.act_idx)
  and not exists (
    select from act_record o where o.act_idx = u.act_idx and o.entity = r.entity and o.record_id = r.record_id);
