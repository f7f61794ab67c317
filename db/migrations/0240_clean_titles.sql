-- series: the titles that rows of sheets name are stored with plain spaces and without what nobody sees, as they are read
-- since; one whose clean form another has stays
create function clean_title(title text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(
    normalize(regexp_replace(title, E'[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g'), NFC),
    E'[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'));

do $$
declare
  titled record;
begin
  for titled in select * from (values
    ('series', 'ser_idx', ''), ('level', 'lev_idx', 'ser_idx, '), ('category', 'cat_idx', ''), ('age_group', 'grp_idx', '')
  ) titled ("table", key, within) loop
    execute format(
      'update %1$I set title = clean_title(title), version = version + 1
       where title <> clean_title(title) and clean_title(title) <> '''' and %2$I in (
         select (array_agg(%2$I order by title <> clean_title(title), %2$I))[1] from %1$I group by %3$s clean_title(title))',
      titled."table", titled.key, titled.within);
  end loop;
end $$;

drop function clean_title(text);
