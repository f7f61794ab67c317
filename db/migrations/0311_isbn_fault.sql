-- book: which texts are ISBNs with a wrong check digit, for what is stored already
create function isbn_figures(isbn text) returns text
  language sql immutable parallel safe
  return upper(regexp_replace(normalize(isbn, NFKC),
    '[-\s\u2010-\u2015\u2212\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g'));

-- Of 10 or 13 figures, by the sums that both kinds of ISBN have.
create function isbn_adds_up(isbn text) returns boolean
  language sql immutable parallel safe
  return case length(isbn)
    when 13 then (
      ascii(substr(isbn, 1, 1)) + ascii(substr(isbn, 3, 1)) + ascii(substr(isbn, 5, 1)) + ascii(substr(isbn, 7, 1))
      + ascii(substr(isbn, 9, 1)) + ascii(substr(isbn, 11, 1)) + ascii(substr(isbn, 13, 1)) - 7 * 48
      + 3 * (ascii(substr(isbn, 2, 1)) + ascii(substr(isbn, 4, 1)) + ascii(substr(isbn, 6, 1)) + ascii(substr(isbn, 8, 1))
        + ascii(substr(isbn, 10, 1)) + ascii(substr(isbn, 12, 1)) - 6 * 48)) % 10 = 0
    else (
      10 * (ascii(substr(isbn, 1, 1)) - 48) + 9 * (ascii(substr(isbn, 2, 1)) - 48) + 8 * (ascii(substr(isbn, 3, 1)) - 48)
      + 7 * (ascii(substr(isbn, 4, 1)) - 48) + 6 * (ascii(substr(isbn, 5, 1)) - 48) + 5 * (ascii(substr(isbn, 6, 1)) - 48)
      + 4 * (ascii(substr(isbn, 7, 1)) - 48) + 3 * (ascii(substr(isbn, 8, 1)) - 48) + 2 * (ascii(substr(isbn, 9, 1)) - 48)
      + case substr(isbn, 10, 1) when 'X' then 10 else ascii(substr(isbn, 10, 1)) - 48 end) % 11 = 0 end;

create function isbn_is_wrong(isbn text) returns boolean
  language sql immutable parallel safe
  return isbn_figures(isbn) ~ '^([0-9]{9}[0-9X]|[0-9]{13})$' and not isbn_adds_up(isbn_figures(isbn));
