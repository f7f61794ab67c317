-- book: the files readers open, each as it was inspected when it came
create table book_content (
  bidx integer not null constraint book_content__bidx_fkey references book on delete cascade,
  kind text not null constraint book_content__kind_check check (kind in ('epub', 'zip')),
  -- where the file, and the picture taken from it, lie in the storage
  file_key text not null,
  cover_key text,
  file_name text not null,
  size bigint not null,
  unpacked bigint not null,
  entries integer not null,
  -- what the package of an EPUB says of it
  package jsonb,
  uploaded_at timestamptz not null,
  uploaded_by text,
  primary key (bidx, kind)
);
create unique index book_content__file_idx on book_content (file_key);
create index book_content__cover_idx on book_content (cover_key) where cover_key is not null;
