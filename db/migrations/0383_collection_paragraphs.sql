-- collection: of which English each paragraph of a translated text was made
--
-- Only of texts that are partly done: made_of has a plain English paragraph for each of their own, empty where it has none. It counts
-- while the text has the version of the row, as every save and mark of the whole text gives it another.
create table collection_paragraphs (
  cidx integer not null,
  locale text not null,
  field text not null constraint collection_paragraphs__field_check check (field in ('notice', 'description')),
  ver integer not null,
  made_of text[] not null,
  constraint collection_paragraphs__key primary key (cidx, locale, field),
  constraint collection_paragraphs__text_fkey foreign key (cidx, locale) references collection_text on delete cascade
);
