-- book: audio that no sentence has yet, or any more, but that a release may set
create table kept_audio (
  audio_key text constraint kept_audio__key primary key,
  audio_type text not null,
  audio_size integer not null,
  audio_ms integer not null
);
comment on table kept_audio is $$Audio that was uploaded for a release, or that a release took from a sentence: applying or undoing one sets it.$$;
