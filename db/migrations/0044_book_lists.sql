-- book: lists are sorted by when books were added, and filtered by those without a cover
create index book__added_idx on book (created_at, bidx);
drop index book__created_idx;

-- The books that have no cover. No index lists what is absent, so it is kept; see the triggers below.
create table book_without_cover (
  bidx integer constraint book_without_cover__key primary key
    constraint book_without_cover__bidx_fkey references book on delete cascade
);
insert into book_without_cover
  select bidx from book where not exists (select from book_image i where i.bidx = book.bidx and i.kind = 'cover');
analyze book_without_cover;

create function book_added() returns trigger language plpgsql as $$
begin
  insert into book_without_cover select bidx from added;
  return null;
end $$;
create trigger book__added after insert on book
  referencing new table as added for each statement execute function book_added();

create function cover_added() returns trigger language plpgsql as $$
begin
  delete from book_without_cover using added where book_without_cover.bidx = added.bidx and added.kind = 'cover';
  return null;
end $$;
create trigger book_image__added after insert on book_image
  referencing new table as added for each statement execute function cover_added();

-- A cover that goes with its book leaves no book behind.
create function cover_removed() returns trigger language plpgsql as $$
begin
  insert into book_without_cover select removed.bidx from removed join book using (bidx) where removed.kind = 'cover'
  on conflict do nothing;
  return null;
end $$;
create trigger book_image__removed after delete on book_image
  referencing old table as removed for each statement execute function cover_removed();
