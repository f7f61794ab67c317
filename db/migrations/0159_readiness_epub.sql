-- book: an EPUB in which the check found errors keeps its book from being ready
create or replace function missing_in(books integer[]) returns table (bidx integer, missing text[])
language sql stable as $$
  select b.bidx, array_remove(array[
    case when not exists (select from book_image i where i.bidx = b.bidx and i.kind = 'cover') then 'cover' end,
    case when not exists (select from book_image i where i.bidx = b.bidx and i.kind = 'preview') then 'previews' end,
    case when not exists (select from book_content c where c.bidx = b.bidx) then 'content' end,
    case when exists (select from epub_check e where e.bidx = b.bidx and e.status = 'failed') then 'epub' end,
    case when not exists (select from word w where w.bidx = b.bidx) then 'words' end,
    case when exists (
      select from word w join sentence s using (word_idx)
      where w.bidx = b.bidx and s.mdr_targeted = 'Y' and s.audio_key is null
    ) then 'audio' end,
    case when case b.level_type when 'Lexile' then b.lexile when 'CEFR' then b.cefr_level end is null then 'level' end,
    case when b.grp_idx is null then 'age_group' end
  ], null)
  from book b where b.bidx = any(books)
$$;
create trigger epub_check__readiness_added after insert on epub_check
  referencing new table as changed for each statement execute function readiness_of_parts();
create trigger epub_check__readiness_changed after update on epub_check
  referencing new table as changed for each statement execute function readiness_of_parts();
create trigger epub_check__readiness_removed after delete on epub_check
  referencing old table as changed for each statement execute function readiness_of_parts();
select renew_readiness(array(select bidx from epub_check where status = 'failed'));
