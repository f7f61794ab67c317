-- kernel: texts are compared and searched in half width and without apostrophes, hyphens, middle dots and what nobody sees,
-- with “and” for &: spiderman is in Spider-Man, and rock & roll in rock and roll
create or replace function strip(value text) returns text
  language sql immutable strict parallel safe
  return replace(
    regexp_replace(
      translate(lower(normalize(translate(value, '´ㆍ', E'\'\''), NFKD)), 'ı', 'i'),
      E'[\u0300-\u036f\'`ʹʼʻ‘’‛′\\-‐‑‒–—―−·・\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0e\ufe0f\ufeff]',
      '', 'g'),
    '&', 'and');

-- What is stored folded is folded again where that changes it: a column is computed again when its sources are set. Books
-- stay untouched for the portals, which were sent nothing else.
alter table book disable trigger book__touch;
update book
  set title = title, title_en = title_en, original_title = original_title, author = author
  where search <> strip(search) or title_sort <> strip(title_sort) or author_sort <> strip(author_sort);
alter table book enable trigger book__touch;
update customer set name = name, memo = memo where search <> strip(search) or name_sort <> strip(name_sort);
update code_batch set title = title, memo = memo where search <> strip(search);
update event set name = name, "group" = "group" where search <> strip(search);
update collection set search = strip(search) where search <> strip(search);
update collection_text
  set title = title, summary = summary, notice = notice, description = description
  where locale = 'en'
    and (title_key <> strip(title_key) or summary_key <> strip(summary_key)
      or notice_key <> strip(notice_key) or description_key <> strip(description_key));
