import { bookList } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { CodeFilterNames } from '#features/code/code-find.public.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { State } from '#ui/kit/state.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { useRememberedList } from '#ui/page/record-steps.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { Column } from '#ui/table/column.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { useFilters } from '#ui/table/filter-controls.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { filteredActs } from '../filtered-acts.rules.ts';
import type { ReportWords } from '../report.messages.ts';
import type { RegisteredBook, RegisteredFilter } from './registered.contract.ts';
import { registeredBookOffer, registeredCollectionOffer } from './registered.rules.ts';
import { useFigureColumns } from './use-figure-columns.tsx';
import { useRegisteredControls } from './use-registered-controls.tsx';

type RegisteredBookReportProps = ListProps<RegisteredBook, RegisteredFilter> & {
  names: CodeFilterNames;
  /** What other features do with the report. */
  acts: ShownAct[];
};

const { path } = registeredBookOffer;

/** The books that registrations reach through their collections, and how many reach each. */
export default function RegisteredBookReport({ names, acts, ...list }: RegisteredBookReportProps) {
  const t = useT<ReportWords>();
  const { found: books, paging, query } = list;
  useRememberedList(bookList, books, paging);
  return (
    <ListScreen
      title={t('report.registered_book')}
      acts={
        <>
          <RecordPartActs acts={filteredActs(acts, listUrl(path, query))} />
          <ExportMenu path={`${path}/export`} query={query} />
        </>
      }
      {...list}
      path={path}
      filters={useFilters(query, useRegisteredControls(t('report.book_search'), names))}
      columns={useBookColumns(query)}
      keyOf={(row) => row.bid}
      nameOf={(row) => row.title}
      empty={<EmptyState text={t('report.registered_none')} />}
    />
  );
}

function useBookColumns(filter: RegisteredFilter): Column<RegisteredBook>[] {
  const t = useT<ReportWords & BookWords>();
  const format = useFormat();
  const { since, until, cust_idx, cidx } = filter;
  const figures = useFigureColumns<RegisteredBook>(filter, ({ bid }) => ({ book: bid, cidx }));
  return [
    {
      key: 'title',
      label: t('book.field_title'),
      sortable: true,
      align: 'lead',
      fixed: true,
      render: ({ bid, title }) => <LeadCell href={`/book/${bid}`} title={title} id={bid} />,
    },
    { key: 'series', label: t('book.field_series'), sortable: true, align: 'cut', render: ({ series }) => series },
    { key: 'level', label: t('book.field_level'), align: 'cut', aside: true, render: ({ level }) => level },
    { key: 'format', label: t('book.field_format'), align: 'nowrap', aside: true, render: (row) => row.format },
    {
      key: 'published',
      label: t('book.status'),
      align: 'nowrap',
      aside: true,
      render: ({ published }) => (
        <State tone={published ? 'live' : undefined}>{t(published ? 'book.published' : 'book.unpublished')}</State>
      ),
    },
    {
      key: 'collections',
      label: t('report.registered_collections'),
      sortable: true,
      align: 'number',
      aside: true,
      render: ({ bid, collections }) => (
        <a href={listUrl(registeredCollectionOffer.path, { book: bid, cidx, since, until, cust_idx })}>
          {format.number(collections)}
        </a>
      ),
    },
    ...figures,
  ];
}
