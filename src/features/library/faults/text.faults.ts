import { type RawBuilder, sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { cleanTitle, otherSpaces, unseenMarks } from '#kernel/text/text-forms.rules.ts';

/*
 * Titles and names of books that were stored before what people type was cleaned. Together they are the texts that
 * `cleanTitle`, with which inputs are read, would change; a test compares the patterns with it.
 */

const fields = ['title', 'title_en', 'original_title', 'author', 'illustrator'] as const;

/** The books of which one of these texts, `text`, meets a condition. */
const booksWith = (isAtFault: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select b.bidx as place, b.bid as id, b.title, found.about, null as line
  from book b cross join lateral (
    select jsonb_object_agg(name, text) as about
    from (values ${sql.join(fields.map((name) => sql`(${sql.lit(name)}, ${sql.ref(`b.${name}`)})`))}) texts (name, text)
    where ${isAtFault}) found
  where found.about is not null`;

const cleaned: FaultKind['fix'] = {
  change: 'book',
  fields: (about) => Object.fromEntries(Object.entries(about).map(([name, text]) => [name, cleanTitle(text)])),
};

const ofBooks = { group: 'titles', entity: 'book', follows: ['book'], fix: cleaned } as const;

const ends = String.raw`[ \t-\r\u2028\u2029${otherSpaces}]`;

/** The conditions on `text`; for the test too. */
export const textConditions = {
  blank_ends: sql<boolean>`text ~ ${sql.lit(`^${ends}|${ends}$|[ ${otherSpaces}]{2}`)}`,
  odd_spaces: sql<boolean>`text ~ ${sql.lit(`[${otherSpaces}${unseenMarks}]`)}`,
  // Two of the spaces are themselves made of others.
  decomposed: sql<boolean>`(text is not nfc normalized
    and regexp_replace(text, ${sql.lit(String.raw`[\u2000\u2001]`)}, '', 'g') is not nfc normalized)`,
};

/** Blanks at the ends of a text, or several between two words. */
export const blankEnds: FaultKind = {
  ...ofBooks,
  fault: 'blank_ends',
  name: 'fault.blank_ends',
  says: 'fault.blank_ends_says',
  find: booksWith(textConditions.blank_ends),
};

/** Spaces of other widths, and marks that nobody sees. */
export const oddSpaces: FaultKind = {
  ...ofBooks,
  fault: 'odd_spaces',
  name: 'fault.odd_spaces',
  says: 'fault.odd_spaces_says',
  find: booksWith(textConditions.odd_spaces),
};

/** Letters made of two characters, such as e and an accent. */
export const decomposed: FaultKind = {
  ...ofBooks,
  fault: 'decomposed',
  name: 'fault.decomposed',
  says: 'fault.decomposed_says',
  find: booksWith(textConditions.decomposed),
};
