-- import: whether new levels are sorted by their numbers, and two of a series that stand in another order in the sheet
alter table import add column sort_levels boolean not null default false;
alter table import add column mixed_levels jsonb;
