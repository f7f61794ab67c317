-- collection: the order of advertised collections and the rows of roadmaps have versions; those there are now start theirs
insert into version (entity, entity_id, at, changes)
select 'advertised', 'order', now(), '[]'::jsonb where exists (select from collection where ads_place is not null)
union all
select 'roadmap', grp_idx::text, now(), '[]'::jsonb from roadmap;
insert into versioned (entity, entity_id, ver_idx, state)
select entity, entity_id, ver_idx, case entity when 'roadmap' then '{}'::jsonb else jsonb_build_object('order',
  (select coalesce(jsonb_agg(cid order by ads_place), '[]') from collection where ads_place is not null)) end
from version where entity in ('advertised', 'roadmap');
