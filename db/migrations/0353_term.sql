-- term: what the house calls things, in each language
create table term (
  term_idx integer generated always as identity constraint term__key primary key,
  term text not null,
  note text not null default '',
  keep boolean not null default false,
  es text not null default '',
  jp text not null default '',
  ko text not null default '',
  tr text not null default '',
  pattern text not null,
  former jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text,
  version integer not null default 1
);
create unique index term__term_key on term (strip(term));
comment on table term is $$Terms of the house: what texts in other languages say wherever the English has the term. A field of a language has forms separated by commas, the usual one first.$$;
comment on column term.pattern is $$What a stripped English text matches that has the term; see house-terms.rules.ts.$$;
comment on column term.former is $$What texts were to say before: [{locale, said, pattern, now}], where a text is out of date that matches pattern and not now.$$;
