import { type RawBuilder, sql } from 'kysely';
import type { BookFilter } from './book-filter.rules.ts';

/** The condition on book `b` that a filter stands for. */
export function bookMatches(filter: BookFilter): RawBuilder<boolean> {
  const { search_val: text, status, series, level, category, age_group: ageGroup, language, format, missing } = filter;
  const conditions = [
    ...(status === undefined ? [] : [hasStatus[status]]),
    ...(series === undefined ? [] : [sql<boolean>`b.ser_idx = ${series}`]),
    ...(level === undefined ? [] : [sql<boolean>`b.lev_idx = ${level}`]),
    ...(category === undefined ? [] : [sql<boolean>`b.cat_idx = ${category}`]),
    ...(ageGroup === undefined ? [] : [sql<boolean>`b.grp_idx = ${ageGroup}`]),
    ...(language === undefined ? [] : [sql<boolean>`b.language = ${language}`]),
    ...(format === undefined ? [] : [sql<boolean>`b.format = ${format}`]),
    ...(missing === undefined ? [] : [isWithout[missing]]),
    ...(text ? textMatches(text) : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

// As the index has it that sorts by publication.
const publishedAt = sql`coalesce(b.published_at, '-infinity'::timestamptz)`;
const hasStatus = {
  published: sql<boolean>`${publishedAt} > '-infinity'`,
  unpublished: sql<boolean>`${publishedAt} = '-infinity'`,
};

const isWithout = {
  // As the database keeps it: no index lists what is absent.
  cover: sql<boolean>`b.bidx in (select bidx from book_without_cover)`,
  audio: sql<boolean>`exists (
    select from word w join sentence s using (word_idx)
    where w.bidx = b.bidx and s.mdr_targeted = 'Y' and s.audio_key is null)`,
  content: sql<boolean>`not exists (select from book_content c where c.bidx = b.bidx)`,
};

/** Finds books that have every word somewhere in bid, titles, author and ISBNs, whatever its case and accents. */
function textMatches(text: string): RawBuilder<boolean>[] {
  const isIsbn = /^[\dXx\s-]{10,}$/.test(text);
  const words = isIsbn ? [text.replace(/[\s-]/g, '')] : text.split(/\s+/).filter((word) => word !== '');
  return [...new Set(words)].flatMap(wordMatches);
}

function wordMatches(word: string): RawBuilder<boolean>[] {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  // Without three letters in a row the trigram index holds every row a candidate: reading the table is faster.
  const column = hasTrigram(word) ? sql`b.search` : sql`(b.search || '')`;
  const like = sql<boolean>`${column} like strip(${pattern})`;
  // In a case the planner takes the second look for a coin toss; as a second LIKE it would expect next to nothing.
  const whole = sql<boolean>`case when normalize(b.search, NFC) like normalize(strip(${pattern}), NFC) then true end`;
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
 * Whether the letter at the end of a word may go on in a text: '가' decomposed is where '각' begins. Not so after Latin,
 * Greek and Cyrillic letters, whose accents are gone, and after the closing consonants of Korean syllables.
 */
function endsOpen(word: string): boolean {
  const last = Array.from(folded(word)).at(-1) ?? '';
  return last >= '\u0600' && !(last >= '\u11a8' && last <= '\u11c2');
}
