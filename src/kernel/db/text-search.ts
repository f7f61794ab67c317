import { type RawBuilder, sql } from 'kysely';
import { mostText } from '../text/search-text.rules.ts';
import { fold } from '../text/text-forms.rules.ts';

/**
 * Conditions that a folded column, such as `strip(title)` with a trigram index, contains every word of a text as
 * {@link fold} has them. Nothing contains a text without a word, or one that is longer than {@link mostText}.
 */
export function textMatches(column: RawBuilder<string>, text: string): RawBuilder<boolean>[] {
  const words = new Set(text.length > mostText ? [] : fold(text).split(/\s+/));
  words.delete('');
  if (words.size === 0) return [sql<boolean>`false`];
  return [...words].flatMap((word) => wordMatches(column, word, words.size > 1));
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

function wordMatches(column: RawBuilder<string>, word: string, isOneOfSeveral: boolean): RawBuilder<boolean>[] {
  // Without three letters in a row every row is a candidate for the trigram index: reading the table is faster. So nearly is
  // every row with “and”, unless it is all that is searched.
  const isSelective = hasTrigram(word) && !(isOneOfSeveral && word === 'and');
  const searched = isSelective ? column : sql`(${column} || '')`;
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const like = sql<boolean>`${searched} like strip(${pattern})`;
  if (!endsOpen(word)) return [like];
  const same = sql`normalize(${column}, NFC) like normalize(strip(${pattern}), NFC)`;
  // The planner assumes that a `case` passes half of the rows; for a second LIKE it would expect almost none.
  return [like, sql<boolean>`case when ${same} then true end`];
}

function hasTrigram(word: string): boolean {
  const parts = word.normalize('NFD').match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.length > 1 || Array.from(parts[0] ?? '').length > 2;
}

/**
 * Whether the letter at the end of a word may continue in a text: '가' decomposed is the beginning of '각'. Not so after
 * Latin, Greek and Cyrillic letters, whose accents are removed, or after the closing consonants of Korean syllables.
 */
function endsOpen(word: string): boolean {
  const last = Array.from(word.normalize('NFD')).at(-1) ?? '';
  return last >= '\u0600' && !(last >= '\u11a8' && last <= '\u11c2');
}
