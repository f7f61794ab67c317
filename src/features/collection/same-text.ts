import { type RawBuilder, sql } from 'kysely';
import { otherSpaces, unseenMarks } from '#kernel/text/text-forms.rules.ts';

const blanks = sql.lit(String.raw`[ \t-\r\u2028\u2029${otherSpaces}]+`);

const wordsOf = (text: RawBuilder<unknown>) => sql`btrim(regexp_replace(
  normalize(regexp_replace(${text}, ${sql.lit(`[${unseenMarks}]`)}, '', 'g'), nfc), ${blanks}, ' ', 'g'))`;

/**
 * The condition that two texts are one but for blanks, marks that nobody sees and how letters are composed: what cleaning a text
 * changes. A translation of one is a translation of the other. Null if one of them is.
 */
export const isSameText = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(case when ${one} = ${other} then true else ${wordsOf(one)} = ${wordsOf(other)} end)`;
