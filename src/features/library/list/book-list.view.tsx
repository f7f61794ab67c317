import { bookList } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import { Icon } from '#ui/icon.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import { useRememberedList } from '#ui/page/record-steps.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import { useBusy } from '#ui/table/use-busy.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import type { ClosedImport } from '../book.settings.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import type { BookFilterChoices } from '../find/book-filters.read.ts';
import type { BookListRow } from './book-list.read.ts';
import { ImportLink } from './import-link.tsx';
import { BookSelectionActs } from './selection-acts.tsx';
import { useBookColumns } from './use-book-columns.tsx';
import { useBookFilters } from './use-book-filters.tsx';

interface BookListProps extends ListProps<BookListRow, BookFilter> {
  choices: BookFilterChoices;
  /** What other features offer to do with the selected books. */
  acts: ShownParts['acts'];
  /** Files of the books that other features make. */
  downloads: ShownParts['acts'];
  importClosed: ClosedImport | null;
}

const path = '/book';

/** The library's books. */
export default function BookList({ choices, acts, downloads, importClosed, ...list }: BookListProps) {
  const { found: books, paging, query } = list;
  const t = useT<BookWords>();
  const { rows, edited, columns } = useBookColumns(books.rows);
  useRememberedList(bookList, books, paging);
  const { sort: _sort, size: _size, ...filter } = query;
  const selection = useListSelection(path, filter, books.total);
  return (
    <ListScreen
      title={t('book.heading')}
      acts={
        <>
          <PickAll filter={filter} total={books.total} limit={paging.limit} />
          <Actions query={query} downloads={downloads} importClosed={importClosed} />
        </>
      }
      {...list}
      path={path}
      filters={useBookFilters(t('book.search_hint'), filter, choices)}
      found={{ ...books, rows }}
      edited={edited}
      columns={columns}
      keyOf={(book) => book.bid}
      nameOf={(book) => book.title}
      selection={{
        of: selection,
        acts: (
          <BookSelectionActs selection={selection} filter={filter} query={query} acts={acts} downloads={downloads} />
        ),
      }}
      empty={<EmptyState text={t('book.empty')} link={{ label: t('book.sample'), href: '/sample' }} />}
    />
  );
}

interface PickAllProps {
  filter: object;
  /** The number of matches: exact up to the limit, one more than the limit if there are more. */
  total: number;
  limit: number;
}

/** Picks every book that a list's filter finds for the panel beside the page. */
function PickAll({ filter, total, limit }: PickAllProps) {
  const t = useT();
  const { picking } = useInterface();
  const isBusy = useBusy();
  if (!picking || total === 0) return null;
  const label = total > limit ? t('pick.all_many', { count: limit }) : t('pick.all', { count: total });
  return <PickButton picked={{ kind: 'book', selection: { filter, except: [] } }} label={label} disabled={isBusy} />;
}

function Actions({
  query,
  downloads,
  importClosed,
}: { query: ListQuery } & Pick<BookListProps, 'downloads' | 'importClosed'>) {
  const t = useT<BookWords>();
  return (
    <>
      <ExportMenu path="/book/export" query={query} others={downloads} />
      <ImportLink closed={importClosed}>{t('book.import')}</ImportLink>
      <ButtonLink variant="primary" href="/book/create">
        <Icon name="add" />
        {t('book.create')}
      </ButtonLink>
    </>
  );
}
