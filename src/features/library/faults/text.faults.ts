import { type RawBuilder, sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { titleFaults } from '#kernel/desk/text-faults.ts';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';

/* Titles and names of books that were stored before what people type was cleaned. */

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

/** Blanks at the ends of a text, or several between two words. */
export const blankEnds: FaultKind = {
  ...ofBooks,
  fault: 'blank_ends',
  name: 'fault.blank_ends',
  says: 'fault.blank_ends_says',
  find: booksWith(titleFaults.blank_ends),
};

/** Spaces of other widths, and marks that nobody sees. */
export const oddSpaces: FaultKind = {
  ...ofBooks,
  fault: 'odd_spaces',
  name: 'fault.odd_spaces',
  says: 'fault.odd_spaces_says',
  find: booksWith(titleFaults.odd_spaces),
};

/** Letters made of two characters, such as e and an accent. */
export const decomposed: FaultKind = {
  ...ofBooks,
  fault: 'decomposed',
  name: 'fault.decomposed',
  says: 'fault.decomposed_says',
  find: booksWith(titleFaults.decomposed),
};
