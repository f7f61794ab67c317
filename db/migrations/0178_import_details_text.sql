-- import: what a file says of a book beyond its cells, as text: checking JSON took half of the time of storing a row
-- `details` is still read where this is null, since a release before may be writing; it goes in the next release
alter table import_row add column details_text text;
alter table import_row alter column details_text set statistics 0;
