import { type RawBuilder, sql } from 'kysely';
import {
  type IsbnField,
  isbnFields,
  isbnsIn,
  numberOfIsbn,
  withRightCheckDigit,
} from '#features/book/book-fields.public.ts';
import type { FaultKind, FaultTexts } from '#kernel/desk/faults.ts';

/**
 * The books of which one of the ISBNs, `text`, meets a condition that none in order does: those are not read. With what else the
 * fault is about.
 */
const booksWith = (isAtFault: RawBuilder<boolean>, also = sql`'{}'::jsonb`): RawBuilder<unknown> => sql`
  select b.bidx as place, b.bid as id, b.title, ${also} || found.about as about, found.line
  from book b cross join lateral (
    select jsonb_object_agg(name, text) as about, string_agg(text, ' · ' order by name) as line
    from (values ('isbn_print', b.isbn_print), ('isbn_spindle', b.isbn_spindle)) texts (name, text)
    where ${isAtFault}) found
  where (isbn_is_odd(b.isbn_print) or isbn_is_odd(b.isbn_spindle)) and found.about is not null`;

const ofBooks = { group: 'numbers', entity: 'book', follows: ['book'] } as const;

// What a spreadsheet leaves of a number: powers of ten, or seven figures of zero with a check digit that does not fit.
const isRounded = sql<boolean>`(text ~* '^[+-]?[0-9]([.,][0-9]+E[+-]?|E\\+)[0-9]{1,3}$'
  or (isbn_figures(text) ~ '^97[89][0-9]{3}0{7}$' and isbn_is_wrong(text)))`;

/** An ISBN whose last figure does not fit the others. */
export const isbnCheck: FaultKind = {
  ...ofBooks,
  fault: 'isbn_check',
  name: 'fault.isbn_check',
  says: 'fault.isbn_check_says',
  find: booksWith(sql<boolean>`isbn_is_wrong(text) and not ${isRounded}`),
  fix: {
    change: 'book',
    fields: (about) =>
      Object.fromEntries(Object.entries(about).map(([name, text]) => [name, withRightCheckDigit(text) ?? text])),
  },
};

/** An ISBN whose last figures a spreadsheet made zeros: they are lost. */
export const isbnRounded: FaultKind = {
  ...ofBooks,
  fault: 'isbn_rounded',
  name: 'fault.isbn_rounded',
  says: 'fault.isbn_rounded_says',
  find: booksWith(isRounded),
};

const one = String.raw`(\d[-\s]*){9}([\dX]|\d([-\s]*\d){3})`;

/** Two numbers in one field: the first stays, and the second moves to the other field, if there is none. */
export const isbnTwo: FaultKind = {
  ...ofBooks,
  fault: 'isbn_two',
  name: 'fault.isbn_two',
  says: 'fault.isbn_two_says',
  find: booksWith(
    sql<boolean>`text ~* ${sql.lit(String.raw`(^|[,;|\n/])\s*${one}\s*[,;|\n/]\s*${one}\s*($|[,;|\n/])`)}`,
    sql`jsonb_build_object('isbn_print', b.isbn_print, 'isbn_spindle', b.isbn_spindle)`,
  ),
  fix: { change: 'book', fields: separated },
};

/** Two numbers that stand in one field, one in each; null if there is a third. Of one number in two spellings, one stays. */
function separated(about: FaultTexts): FaultTexts | null {
  const [print = [], spindle = []] = isbnFields.map((name) => [
    ...new Set(isbnsIn(about[name] ?? '').map(numberOfIsbn)),
  ]);
  const [first, second, third] = new Set([...print, ...spindle]);
  if (first === undefined || third !== undefined) return null;
  if (second === undefined) {
    const isTwo = (name: IsbnField) => isbnsIn(about[name] ?? '').length > 1;
    return Object.fromEntries(isbnFields.filter(isTwo).map((name) => [name, first]));
  }
  if (spindle.length === 1) return { isbn_print: spindle[0] === first ? second : first };
  if (print.length === 1) return { isbn_spindle: print[0] === first ? second : first };
  return { isbn_print: first, isbn_spindle: second };
}
