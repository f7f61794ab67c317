import { type RawBuilder, sql } from 'kysely';

/** What a list of books is narrowed by. */
export interface BookFilter {
  search_val?: string | undefined;
  series?: number | undefined;
  format?: string | undefined;
}

/** The condition on book `b` that a filter stands for. */
export function bookMatches({ search_val: text, series, format }: BookFilter): RawBuilder<boolean> {
  const conditions = [
    ...(series === undefined ? [] : [sql<boolean>`b.ser_idx = ${series}`]),
    ...(format === undefined ? [] : [sql<boolean>`b.format = ${format}`]),
    ...(text ? textMatches(text) : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** Finds a text anywhere in bid, titles, author and ISBNs, whatever its case and accents. */
function textMatches(text: string): RawBuilder<boolean>[] {
  const wanted = /^[\dXx\s-]{10,}$/.test(text) ? text.replace(/[\s-]/g, '') : text;
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  // Without three letters in a row the trigram index holds every row a candidate: reading the table is faster.
  const column = hasTrigram(wanted) ? sql`b.search` : sql`(b.search || '')`;
  const like = sql<boolean>`${column} like strip(${pattern})`;
  // In a case the planner takes the second look for a coin toss; as a second LIKE it would expect next to nothing.
  const whole = sql<boolean>`case when normalize(b.search, NFC) like normalize(strip(${pattern}), NFC) then true end`;
  return endsOpen(wanted) ? [like, whole] : [like];
}

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

function hasTrigram(text: string): boolean {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 1 || Array.from(words[0] ?? '').length > 2;
}

/**
 * Whether the letter at the end may go on in a text: '가' decomposed is where '각' begins. Not so after Latin, Greek and
 * Cyrillic letters, whose accents are gone, and after the closing consonants of Korean syllables.
 */
function endsOpen(text: string): boolean {
  const last = Array.from(folded(text)).at(-1) ?? '';
  return last >= '\u0600' && !(last >= '\u11a8' && last <= '\u11c2');
}
