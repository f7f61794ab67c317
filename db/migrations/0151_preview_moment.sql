-- portal: a preview can show a moment between two seconds
alter table preview_link alter column shown_at type double precision;
