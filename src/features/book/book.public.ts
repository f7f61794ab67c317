import type { Context } from '#kernel/work/context.ts';
import type { bookApi } from './book.contract.ts';

export { BookSelection } from './book.contract.ts';
export type { BookWords } from './book.messages.ts';
export { newestBooks, type ShelfBook, shelfCover } from './book-home.read.ts';
export { writeBooks } from './bulk/book-bulk.service.ts';
export { requireKnown as requireKnownBooks, selectableBooks } from './bulk/book-selection.store.ts';
export { bookMatches } from './list/book-search.read.ts';
export { cefrLevels } from './record/book-columns.rules.ts';

/** The book calls, for typed clients in other features' screens. */
export type BookApi = typeof bookApi;

/** The exact number of books; too slow on a large library for a request that people wait for. */
export async function countBooks(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('book')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
