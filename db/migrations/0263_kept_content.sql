-- content: files of books that a release will give to one, or that one left
create table kept_content (
  file_key text not null constraint kept_content__key primary key,
  kind text not null constraint kept_content__kind_check check (kind in ('epub', 'zip')),
  cover_key text,
  file_name text not null,
  size bigint not null,
  unpacked bigint not null,
  entries integer not null,
  package jsonb,
  uploaded_at timestamptz not null,
  uploaded_by text,
  unused_since timestamptz not null
);
create index kept_content__unused_idx on kept_content (unused_since);
create index kept_content__cover_idx on kept_content (cover_key) where cover_key is not null;
comment on table kept_content is $$Content files that were uploaded for a release, or that a book left: they stay a day, and as long as a release waits with them.$$;
