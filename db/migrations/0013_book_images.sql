-- book: covers and previews; the picture and its thumbnails lie in one folder of the storage
create table book_image (
  img_idx integer generated always as identity primary key,
  bidx integer not null constraint book_image__bidx_fkey references book on delete cascade,
  kind text not null constraint book_image__kind_check check (kind in ('cover', 'preview')),
  -- previews stand in order from 1; there is one cover, at 1
  place integer not null,
  folder text not null constraint book_image__folder_key unique,
  file_name text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  -- an order is set in one statement, in which two previews may change places
  constraint book_image__place_key unique (bidx, kind, place) deferrable initially deferred
);
