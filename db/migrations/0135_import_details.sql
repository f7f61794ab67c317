-- import: what a file says of a book beyond its cells, and the imports that a book was in
alter table import_row add column details jsonb;
alter table import_row alter column details set statistics 0;
create index import_book__book_idx on import_book (bidx);
