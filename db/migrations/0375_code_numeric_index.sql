-- feature: code
-- What isChangedBySpreadsheet (kernel/text) is true of, for the twelve characters of a code; a test compares the two. The first
-- pattern, which any of them has, spares most codes the other. If either changes, create the function and the index anew.
create function is_changed_by_spreadsheet(code text) returns boolean
  language sql immutable parallel safe
  return code ~ '^([0-9].*[0-9]|[A-Z]+[0-9]+)$'
    and code ~* '^(?:0\d+|\d+(?:[.,]\d+)?E[+-]?\d+|(?!97[89]\d{10}$)\d{12,})$|^(?:\d{1,2}-\d{1,2}(?:-\d{1,4})?|\d{1,2}-?(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?:-?\d{1,4})?|(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)-?\d{1,4})$';

-- Unused codes of which a spreadsheet makes a number or a date. They are few, and found without reading the others.
create index code__numeric_idx on code (issued_at, code)
  where activated_date = 0 and is_canceled = 0 and is_changed_by_spreadsheet(code);
