import type { BookFilter, BookFilterChoices, BookListRow } from '#features/book/book.public.ts';
import { bookList, everyColumn, useBookColumns, useBookFilters } from '#features/book/book.public.tsx';
import type { Page } from '#kernel/db/paging.ts';
import type { ListPreferences } from '#kernel/http/list-preferences.rules.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { useRememberedList } from '#ui/page/record-steps.ts';
import type { Column } from '#ui/table/column.ts';
import { ExportLinks } from '#ui/table/export-links.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { listUrl } from '#ui/table/list-url.ts';
import type { ListViews } from '#ui/table/view-tabs.tsx';
import type { ReportWords } from '../report.messages.ts';
import { allBooksPath, usedColumns } from './all-books.rules.ts';
import type { BookUses } from './book-uses.read.ts';

interface AllBooksProps {
  found: Page<BookListRow>;
  /** By bid; empty while none of these columns is shown. */
  uses: Record<string, BookUses>;
  preferences: ListPreferences;
  paging: { size: number; limit: number; sizes: readonly number[] };
  query: BookFilter & { sort: string; size: number | undefined };
  choices: BookFilterChoices;
  views: ListViews;
}

/** All books with every column, and where they are used. */
export default function AllBooks({ found: books, uses, preferences, paging, query, choices, views }: AllBooksProps) {
  const t = useT<ReportWords>();
  const { rows, edited, columns } = useBookColumns(books.rows, everyColumn);
  useRememberedList(bookList, books, paging);
  const { sort: _sort, size: _size, ...filter } = query;
  return (
    <ListScreen
      title={t('report.all_books')}
      acts={<ExportLinks path={`${allBooksPath}/export`} query={query} />}
      path={allBooksPath}
      query={query}
      filters={useBookFilters(t('report.book_search'), filter, choices)}
      views={views}
      preferences={preferences}
      found={{ ...books, rows }}
      edited={edited}
      paging={paging}
      columns={[...columns, ...useUses(uses)]}
      keyOf={(book) => book.bid}
      nameOf={(book) => book.title}
      empty={<EmptyState text={t('report.no_books')} />}
    />
  );
}

/** The columns that count where a book is used; each number links to what it counts. */
function useUses(uses: Record<string, BookUses>): Column<BookListRow>[] {
  const t = useT<ReportWords>();
  const format = useFormat();
  const hrefs = {
    collections: (bid: string) => listUrl('/collection', { book: bid }),
    roadmaps: (bid: string) => `/book/${bid}/uses`,
    registrations: (bid: string) => listUrl('/registration', { book: bid }),
  };
  return usedColumns.map((key) => ({
    key,
    label: t(`report.of_book_${key}`),
    align: 'number',
    aside: true,
    render: ({ bid }) => {
      const count = uses[bid]?.[key] ?? 0;
      return count === 0 ? format.number(0) : <a href={hrefs[key](bid)}>{format.number(count)}</a>;
    },
  }));
}
