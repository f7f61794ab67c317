import type { Page } from '#kernel/db/paging.ts';
import type { ListedPage } from '#ui/page/record-steps.ts';

/** The name under which the list of books is remembered for stepping. */
export const bookList = 'book';

/** The books of a page of the list, from the props of its view. */
export function listedBooks(props: Record<string, unknown>): ListedPage | null {
  const { books } = props;
  return isPage(books) ? { ids: books.rows.map(({ bid }) => bid), page: books.page, total: books.total } : null;
}

const isPage = (value: unknown): value is Page<{ bid: string }> =>
  typeof value === 'object' && value !== null && 'rows' in value;
