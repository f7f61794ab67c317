-- texts: what a file says of the paragraphs of a text, and what a text was made of before and after its import
--
-- paragraphs has an object for each paragraph of the given text: the number of the English one, that of the stored translation,
-- and whether it is done. origins has what the text was made of, was and now, once the import is applied.
alter table text_import_cell add column paragraphs jsonb, add column origins jsonb;
