-- import: sheets whose headings are not ours wait until somebody says which column is which field
alter table import
  -- the first rows as they are in the file
  add column head jsonb,
  -- the row of the headings, and the field of each column
  add column columns jsonb,
  drop constraint import__status_check,
  add constraint import__status_check check (status in ('mapping', 'ready', 'applying', 'applied', 'undone'));

-- While head is set, the rows of the sheet hold all columns as they are in the file.
alter table import_sentence_sheet add column head jsonb;
