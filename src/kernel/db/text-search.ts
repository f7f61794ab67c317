import { type RawBuilder, sql } from 'kysely';
import { mostText } from '../text/search-text.rules.ts';

/**
 * Conditions that a folded column, such as `strip(title)` with a trigram index, contains every word of a text,
 * regardless of case, accents, and how apostrophes, hyphens and “and” are written. Nothing contains a text that is longer than {@link mostText}.
 */
export function textMatches(column: RawBuilder<string>, text: string): RawBuilder<boolean>[] {
  if (text.length > mostText) return [sql<boolean>`false`];
  const words = new Set(text.replace(unseen, '').split(/\s+/));
  words.delete('');
  return [...words].flatMap((word) =>
    // Alone it would make every row a candidate.
    words.size > 1 && isAnd.test(word) ? [isAndIn(column)] : wordMatches(column, word),
  );
}

// A soft hyphen, a space without width, a byte order mark.
const unseen = /[\u00ad\u200b\ufeff]/g;
const isAnd = /^(?:and|&|＆)$/i;
const isAndIn = (column: RawBuilder<string>) =>
  sql<boolean>`((${column} || '') like '%and%' or (${column} || '') like '%&%' or (${column} || '') like '%＆%')`;

// Between letters or digits these are written in several ways: ' and ’, - and the hyphens and dashes of typesetters.
const marks = [
  { written: ["'", '’'], typed: /(?<=[\p{L}\p{N}])['’‘ʼ´`＇′](?=[\p{L}\p{N}])/gu },
  { written: ['-', '‑', '–'], typed: /(?<=[\p{L}\p{N}])[-‐‑‒–—−－](?=[\p{L}\p{N}])/gu },
];

/** A word in each way that it may be written, all of its marks alike. */
const waysOf = (word: string): string[] => [
  ...marks.reduce(
    (ways, { written, typed }) => new Set([...ways].flatMap((way) => written.map((mark) => way.replace(typed, mark)))),
    new Set([word]),
  ),
];

/** The text of a row, folded: its title, and all its fields with each on a line or after a space. */
interface SearchedRow {
  title: RawBuilder<string>;
  search: RawBuilder<string>;
}

/**
 * How well a row matches a text, best first: its title or id equals it, its title begins with it, one of its words does,
 * or the words are somewhere in it.
 */
export function matchRank({ title, search }: SearchedRow, text: string, id: RawBuilder<string>): RawBuilder<number> {
  const wanted = sql`strip(${text})`;
  // Every other character of a pattern is escaped.
  const word = sql`'\m' || regexp_replace(${wanted}, '\W', '\\\&', 'g')`;
  return sql`case
    when ${title} = ${wanted} or strip(${id}) = ${wanted} then 0
    when starts_with(${title}, ${wanted}) then 1
    when ${search} ~ (${word}) then 2
    else 3 end`;
}

function wordMatches(column: RawBuilder<string>, word: string): RawBuilder<boolean>[] {
  // Without three letters in a row every row is a candidate for the trigram index: reading the table is faster.
  const searched = hasTrigram(word) ? column : sql`(${column} || '')`;
  const patterns = waysOf(word).map((way) => `%${way.replace(/[\\%_]/g, '\\$&')}%`);
  const like = anyOf(patterns.map((pattern) => sql<boolean>`${searched} like strip(${pattern})`));
  if (!endsOpen(word)) return [like];
  const same = patterns.map((pattern) => sql`normalize(${column}, NFC) like normalize(strip(${pattern}), NFC)`);
  // The planner assumes that a `case` passes half of the rows; for a second LIKE it would expect almost none.
  return [like, sql<boolean>`case when ${anyOf(same)} then true end`];
}

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length === 1 ? sql<boolean>`${conditions[0]}` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

function hasTrigram(word: string): boolean {
  const parts = folded(word).match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.length > 1 || Array.from(parts[0] ?? '').length > 2;
}

/**
 * Whether the letter at the end of a word may continue in a text: '가' decomposed is the beginning of '각'. Not so after
 * Latin, Greek and Cyrillic letters, whose accents are removed, or after the closing consonants of Korean syllables.
 */
function endsOpen(word: string): boolean {
  const last = Array.from(folded(word)).at(-1) ?? '';
  return last >= '\u0600' && !(last >= '\u11a8' && last <= '\u11c2');
}
