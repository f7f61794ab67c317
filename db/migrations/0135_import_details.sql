-- import: what a file says of a book beyond its cells, and the imports that a book was in
alter table import_row
  -- as the reader of that kind of file wrote it; read book by book, so it is not taken apart while staging
  add column details json,
  -- the fields that the file does not have, whose cells are only for new books
  add column assumed text[];
alter table import_row
  alter column details set statistics 0,
  alter column assumed set statistics 0;
-- how many rows the reader of the file remarked on, by remark
alter table import add column remarks jsonb not null default '{}';
create index import_book__book_idx on import_book (bidx);
