import { bookList } from '#features/book/book-parts.public.tsx';
import type { BookFilterChoices, BookListRow } from '#features/library/book-list.public.ts';
import type { BookFilter } from '#features/library/book-search.public.ts';
import { everyColumn, useBookColumns, useBookFilters } from '#features/library/library-parts.public.tsx';
import type { ListProps } from '#kernel/mount/list.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { useRememberedList } from '#ui/page/record-steps.ts';
import type { Column } from '#ui/table/column.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { filteredActs } from '../filtered-acts.rules.ts';
import type { ReportWords } from '../report.messages.ts';
import { allBooksPath, usedColumns } from './all-books.rules.ts';
import type { BookUses } from './book-uses.read.ts';

/** Where it is used is read only while one of these columns is shown. */
type ReportedBook = BookListRow & Partial<BookUses>;
type AllBooksProps = ListProps<ReportedBook, BookFilter> & {
  choices: BookFilterChoices;
  /** What other features do with the report. */
  acts: ShownAct[];
};

/** All books with every column, and where they are used. */
export default function AllBooks({ choices, acts, ...list }: AllBooksProps) {
  const { found: books, paging, query } = list;
  const t = useT<ReportWords>();
  const { rows, edited, columns } = useBookColumns(books.rows, everyColumn);
  useRememberedList(bookList, books, paging);
  const { sort: _sort, size: _size, ...filter } = query;
  return (
    <ListScreen
      title={t('report.all_books')}
      acts={
        <>
          <RecordPartActs acts={filteredActs(acts, listUrl(allBooksPath, query))} />
          <ExportMenu path={`${allBooksPath}/export`} query={query} />
        </>
      }
      {...list}
      path={allBooksPath}
      filters={useBookFilters(t('report.book_search'), filter, choices)}
      found={{ ...books, rows }}
      edited={edited}
      columns={[...columns, ...useUses()]}
      keyOf={(book) => book.bid}
      nameOf={(book) => book.title}
      empty={<EmptyState text={t('report.no_books')} />}
    />
  );
}

/** The columns that count where a book is used; each number links to what it counts. */
function useUses(): Column<ReportedBook>[] {
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
    render: ({ bid, [key]: count = 0 }) => {
      return count === 0 ? format.number(0) : <a href={hrefs[key](bid)}>{format.number(count)}</a>;
    },
  }));
}
