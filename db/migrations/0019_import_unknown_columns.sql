-- import: names in a sheet's heading that are no columns of ours, told with the preview
alter table import add column unknown_columns text[] not null default '{}';
