-- kernel: images that an act took from a record, for as long as its undo is offered
create table left_image (
  folder text constraint left_image__key primary key,
  file_name text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  left_at timestamptz not null
);
comment on table left_image is $$An image that an act took from its record. For a day its files are kept, and an undo of the act finds here what it needs.$$;
create index left_image__at_idx on left_image (left_at);
