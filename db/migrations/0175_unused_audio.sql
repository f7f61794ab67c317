-- book: since when audio that was uploaded for a release waits for one
alter table kept_audio add column unused_since timestamptz;
comment on column kept_audio.unused_since is $$When it was uploaded; null once a change in a release names it.$$;
create index kept_audio__unused_idx on kept_audio (unused_since) where unused_since is not null;
