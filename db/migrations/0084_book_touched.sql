-- book: when anything about a book last changed: its fields, words, sentences, files, units, or whether it is published.
-- Each of these updates the book's row (see revision and published_at), so the row itself keeps the time.
alter table book add column touched_at timestamptz not null default clock_timestamp();
update book set touched_at = greatest(updated_at, published_at);
create function touch_book() returns trigger language plpgsql as $$
begin
  new.touched_at = clock_timestamp();
  return new;
end $$;
create trigger book__touch before update on book for each row execute function touch_book();
create index book__touched_idx on book (touched_at, bidx) where published_at is not null;
