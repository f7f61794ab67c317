-- book: the 10 and the 13 digits of an ISBN are one number, which one book has; pairs of before stay until one gives it up
create function isbn13_of_ten(isbn text) returns text
  language sql immutable strict parallel safe
  return (
    select case
      when isbn ~ '^[0-9]{9}[0-9X]$' and right(isbn, 1) = case (11 - ten % 11) % 11 when 10 then 'X' else ((11 - ten % 11) % 11)::text end
      then '978' || left(isbn, 9) || ((10 - (38 + thirteen) % 10) % 10)::text
      else isbn end
    from (
      select sum(digit * (11 - place)) as ten, sum(digit * case when place % 2 = 1 then 3 else 1 end) as thirteen
      from (select place, ascii(substr(isbn, place, 1)) - 48 as digit from generate_series(1, 9) place) digits
    ) sums);
-- The text of which PostgreSQL takes over instead of calling it: most ISBNs have 13 digits.
create function isbn13(isbn text) returns text
  language sql immutable parallel safe
  return case when length(isbn) = 10 then isbn13_of_ten(isbn) else isbn end;

alter table book add column shared_isbns text[];
comment on column book.shared_isbns is
  $$Its ISBNs whose number another book had too, in the other spelling, when an upgrade made both one; else null.$$;

create index book__shared_isbns_idx on book (bidx) where shared_isbns is not null;

-- The ISBNs of a book that count as its own although another book has their number.
create function isbns_shared_by(book book) returns text[]
  language sql stable
  return (
    select array_agg(distinct isbn) from (
      select book.isbn_print as isbn from book o
      where o.shared_isbns is not null and o.bidx <> book.bidx and isbn13(o.isbn_print) = isbn13(book.isbn_print)
      union all
      select book.isbn_spindle from book o
      where o.shared_isbns is not null and o.bidx <> book.bidx and isbn13(o.isbn_spindle) = isbn13(book.isbn_spindle)
    ) shared);

with ten as (
  select bidx, isbn_print, null as isbn_spindle from book where length(isbn_print) = 10
  union all
  select bidx, null, isbn_spindle from book where length(isbn_spindle) = 10
), pair as (
  select t.bidx, t.isbn_print as isbn, o.bidx as other, o.isbn_print as other_isbn
  from ten t join book o on o.isbn_print = isbn13(t.isbn_print) and o.bidx <> t.bidx
  union all
  select t.bidx, t.isbn_spindle, o.bidx, o.isbn_spindle
  from ten t join book o on o.isbn_spindle = isbn13(t.isbn_spindle) and o.bidx <> t.bidx
), shared as (
  select bidx, array_agg(isbn) as isbns
  from (select bidx, isbn from pair union select other, other_isbn from pair) one group by bidx
)
update book set shared_isbns = shared.isbns from shared where shared.bidx = book.bidx;

alter table book
  add constraint book__isbn_print_number_key exclude (isbn13(isbn_print) with =)
    where (shared_isbns is null or isbn_print <> all (shared_isbns)) deferrable initially immediate,
  add constraint book__isbn_spindle_number_key exclude (isbn13(isbn_spindle) with =)
    where (shared_isbns is null or isbn_spindle <> all (shared_isbns)) deferrable initially immediate;

-- Of a pair that is none any more, the book that still has the number has it alone.
create function isbns_given_up() returns trigger language plpgsql as $$
begin
  if exists (select from book where shared_isbns is not null) then
    update book set shared_isbns = isbns_shared_by(book)
    where shared_isbns is not null and shared_isbns is distinct from isbns_shared_by(book);
  end if;
  return null;
end $$;
create trigger book__isbns_given_up after update of isbn_print, isbn_spindle or delete on book
  for each statement execute function isbns_given_up();
