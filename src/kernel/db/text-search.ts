import { type RawBuilder, sql } from 'kysely';

/**
 * Conditions that a folded column, such as `strip(title)` with a trigram index, contains every word of a text,
 * regardless of case and accents.
 */
export function textMatches(column: RawBuilder<string>, text: string): RawBuilder<boolean>[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return [...new Set(words)].flatMap((word) => wordMatches(column, word));
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
