-- book: what each book lacks before it is ready for readers, so that lists of unfinished books need no scan
-- One line for each requirement; the names are those of readiness.rules.ts.
create function missing_in(books integer[]) returns table (bidx integer, missing text[]) language sql stable as $$
  select b.bidx, array_remove(array[
    case when not exists (select from book_image i where i.bidx = b.bidx and i.kind = 'cover') then 'cover' end,
    case when not exists (select from book_image i where i.bidx = b.bidx and i.kind = 'preview') then 'previews' end,
    case when not exists (select from book_content c where c.bidx = b.bidx) then 'content' end,
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

-- The same, kept by the triggers below. No index lists what is absent.
create table book_readiness (
  bidx integer constraint book_readiness__key primary key
    constraint book_readiness__bidx_fkey references book on delete cascade,
  missing text[] not null,
  gaps smallint not null generated always as (cardinality(missing)) stored
);
insert into book_readiness select missing_in.* from missing_in(array(select bidx from book));
create index book_readiness__gaps_idx on book_readiness (gaps, bidx);
create index book_readiness__missing_idx on book_readiness using gin (missing);
analyze book_readiness;

-- Of two transactions that change a book at once, the later waits for the row, and then sees what the earlier wrote.
create function renew_readiness(books integer[]) returns void language plpgsql as $$
begin
  perform from book_readiness where bidx = any(books) order by bidx for no key update;
  update book_readiness r set missing = now.missing from missing_in(books) now
    where r.bidx = now.bidx and r.missing <> now.missing;
end $$;

create function readiness_begun() returns trigger language plpgsql as $$
begin
  insert into book_readiness select now.* from missing_in(array(select bidx from added)) now;
  return null;
end $$;
create trigger book__readiness_begun after insert on book
  referencing new table as added for each statement execute function readiness_begun();

create function readiness_of_books() returns trigger language plpgsql as $$
begin
  perform renew_readiness(array(
    select c.bidx from changed c join replaced r using (bidx)
    where (c.level_type, c.lexile, c.cefr_level, c.grp_idx) is distinct from (r.level_type, r.lexile, r.cefr_level, r.grp_idx)));
  return null;
end $$;
create trigger book__readiness after update on book
  referencing old table as replaced new table as changed for each statement execute function readiness_of_books();

-- For any table with a bidx.
create function readiness_of_parts() returns trigger language plpgsql as $$
begin
  perform renew_readiness(array(select distinct bidx from changed));
  return null;
end $$;
create trigger book_image__readiness_added after insert on book_image
  referencing new table as changed for each statement execute function readiness_of_parts();
create trigger book_image__readiness_removed after delete on book_image
  referencing old table as changed for each statement execute function readiness_of_parts();
create trigger book_content__readiness_added after insert on book_content
  referencing new table as changed for each statement execute function readiness_of_parts();
create trigger book_content__readiness_removed after delete on book_content
  referencing old table as changed for each statement execute function readiness_of_parts();
create trigger word__readiness_added after insert on word
  referencing new table as changed for each statement execute function readiness_of_parts();
create trigger word__readiness_removed after delete on word
  referencing old table as changed for each statement execute function readiness_of_parts();

-- Sentences that go with their word are seen by the trigger of the word.
create function readiness_of_sentences() returns trigger language plpgsql as $$
begin
  perform renew_readiness(array(select distinct w.bidx from changed join word w using (word_idx)));
  return null;
end $$;
create trigger sentence__readiness_added after insert on sentence
  referencing new table as changed for each statement execute function readiness_of_sentences();
create trigger sentence__readiness_changed after update on sentence
  referencing new table as changed for each statement execute function readiness_of_sentences();
create trigger sentence__readiness_removed after delete on sentence
  referencing old table as changed for each statement execute function readiness_of_sentences();
