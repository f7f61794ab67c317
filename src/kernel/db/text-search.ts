import { type RawBuilder, sql } from 'kysely';
import { mostText } from '../text/search-text.rules.ts';

/**
 * Conditions that a folded column, such as `strip(title)` with a trigram index, contains every word of a text,
 * regardless of case and accents. Nothing contains a text that is longer than {@link mostText}.
 */
export function textMatches(column: RawBuilder<string>, text: string): RawBuilder<boolean>[] {
  if (text.length > mostText) return [sql<boolean>`false`];
  const words = text.split(/\s+/).filter((word) => word !== '');
  return [...new Set(words)].flatMap((word) => wordMatches(column, word));
}

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
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  // Without three letters in a row every row is a candidate for the trigram index: reading the table is faster.
  const searched = hasTrigram(word) ? column : sql`(${column} || '')`;
  const like = sql<boolean>`${searched} like strip(${pattern})`;
  // The planner assumes that a `case` passes half of the rows; for a second LIKE it would expect almost none.
  const whole = sql<boolean>`case when normalize(${column}, NFC) like normalize(strip(${pattern}), NFC) then true end`;
  return endsOpen(word) ? [like, whole] : [like];
}

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
