-- collection: images that were uploaded for a release and that no release names any more can be told, and removed
alter table collection_image
  add column for_release boolean not null default false,
  add column unused_since timestamptz;
comment on column collection_image.for_release is $$It was uploaded for a release, and the collection has never shown it.$$;
comment on column collection_image.unused_since is $$Since when no open release names it, as far as seen; for those uploaded for a release.$$;
create index collection_image__for_release_idx on collection_image (img_idx) where for_release;
