-- feature: book
-- Whether a text is anything else than an ISBN of ten or thirteen figures that add up: few are, and every fault of an ISBN is
-- among them. A book whose ISBNs are in order is not read for those.
create function isbn_is_odd(isbn text) returns boolean
  language sql immutable parallel safe
  return isbn !~ '^([0-9]{9}[0-9X]|[0-9]{13})$' or not isbn_adds_up(isbn);

create index book__isbn_odd_idx on book (bidx) where isbn_is_odd(isbn_print) or isbn_is_odd(isbn_spindle);
