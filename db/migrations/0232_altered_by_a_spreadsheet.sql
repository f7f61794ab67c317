-- import: cells that a spreadsheet changed when it opened our sheet
alter table import_plan add column altered text[];
comment on column import_plan.altered is
  $$The changed fields whose cells are what a spreadsheet makes of the book's text; null if there are none.$$;
create index import_plan__altered_idx on import_plan (import_idx) where altered is not null;
