-- kernel: a version says in short what it changed; what grows stays with its owner; see kernel/versions
alter table version add column summary jsonb not null default '{}';

update version set summary = (
  select coalesce(jsonb_object_agg(part, jsonb_strip_nulls(jsonb_build_object(
    'added', nullif(added, 0), 'removed', nullif(removed, 0), 'changed', nullif(changed, 0)))), '{}')
  from (
    select
      case when change #>> '{path,0}' = 'contents' then 'contents'
        else concat_ws('.', change #>> '{path,0}', change #>> '{path,1}') end as part,
      count(*) filter (where not change ? 'before') as added,
      count(*) filter (where not change ? 'after') as removed,
      count(*) filter (where change ? 'before' and change ? 'after') as changed
    from jsonb_array_elements(changes) change group by part
  ) parts);

-- The contents of a collection are in its own table.
update versioned set state = state - 'contents' where entity = 'collection';
