-- book: words and sentences
create table word (
  word_idx integer generated always as identity primary key,
  bidx integer not null constraint word__bidx_fkey references book on delete cascade,
  word text not null,
  constraint word__bidx_word_key unique (bidx, word)
);

create table sentence (
  sent_idx integer generated always as identity primary key,
  word_idx integer not null constraint sentence__word_idx_fkey references word on delete cascade,
  sentence text not null,
  mdr_targeted text not null constraint sentence__mdr_targeted_check check (mdr_targeted in ('Y', 'N')),
  audio_key text,
  audio_type text,
  audio_size integer,
  audio_ms integer,
  version integer not null default 1,
  constraint sentence__word_idx_sentence_key unique (word_idx, sentence),
  constraint sentence__audio_check check (num_nulls(audio_key, audio_type, audio_size, audio_ms) in (0, 4))
);
create unique index sentence__audio_key_idx on sentence (audio_key) where audio_key is not null;

-- What acts on many books at once (book_act) made of sentences: each is made once.
create table sentence_act_row (
  sent_idx integer primary key,
  act_idx bigint not null,
  after jsonb not null
);
