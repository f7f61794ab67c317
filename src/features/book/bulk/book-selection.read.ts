import { sql } from 'kysely';
import type { Selectable } from '#kernel/selection.ts';
import type { BookFilter } from '../list/book-filter.rules.ts';
import { bookMatches } from '../list/book-search.read.ts';

/** Books as acts on many select them. */
export const books: Selectable<BookFilter> = {
  from: sql`book b`,
  key: sql`b.bidx`,
  id: sql`b.bid`,
  matches: bookMatches,
};
