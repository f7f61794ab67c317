-- kernel: the Turkish ı is found as i: capitals do not tell them apart, FIRTINALI is both fırtınalı and firtinali
create or replace function strip(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(normalize(translate(lower(value), 'ı', 'i'), NFD), E'[\u0300-\u036f]', '', 'g');

-- What is stored folded is folded again where it has the letter: a column is computed again when its sources are set.
update book
  set title = title, title_en = title_en, original_title = original_title, author = author
  where search like '%ı%';
update customer set name = name, memo = memo where search like '%ı%';
update code_batch set title = title, memo = memo where search like '%ı%';
update event set name = name, "group" = "group" where search like '%ı%';
update collection set search = translate(search, 'ı', 'i') where search like '%ı%';
update collection_text
  set title = title, summary = summary, notice = notice, description = description
  where locale = 'en'
    and (title_key like '%ı%' or summary_key like '%ı%' or notice_key like '%ı%' or description_key like '%ı%');
