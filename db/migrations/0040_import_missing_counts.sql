-- import: how many titles of each kind are missing; of the titles themselves no more are kept than are shown
alter table import add column missing_counts jsonb not null default '{}';
update import i set
  missing_counts = (
    select jsonb_object_agg(kind, count)
    from (select one ->> 'kind' as kind, count(*) as count from jsonb_array_elements(i.missing) one group by 1) counted),
  missing = (
    select jsonb_agg(one order by nth)
    from (
      select one, nth, row_number() over (partition by one ->> 'kind' order by one ->> 'similar' is null, nth) as place
      from jsonb_array_elements(i.missing) with ordinality as listed (one, nth)) placed
    where place <= 100)
where missing <> '[]';
