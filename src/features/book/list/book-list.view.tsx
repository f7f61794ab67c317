import { useMemo } from 'react';
import { alertMessage } from '#client/dialogs.ts';
import type { Page } from '#kernel/db/paging.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { SearchFilter, SelectFilter } from '#ui/table/filters.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import type { BookWords } from '../book.messages.ts';
import { PublishedBadge } from '../record/published-badge.tsx';
import { useRememberedList } from '../record/use-book-steps.ts';
import styles from './book-list.module.css';
import type { BookListRow } from './book-list.read.ts';
import { BookSelectionActs, type ShownFilter } from './selection-acts.tsx';
import { SeriesFilter } from './series-filter.tsx';

interface BookListProps {
  books: Page<BookListRow>;
  paging: { size: number; limit: number };
  query: ShownFilter & { sort: string };
  seriesTitle: string | null;
  formats: readonly string[];
  importClosed: boolean;
}

const path = '/book';
const filterNames = ['search_val', 'series', 'format'];

/** The library's books. */
export default function BookList({ books, paging, query, seriesTitle, formats, importClosed }: BookListProps) {
  const t = useT<BookWords>();
  const columns = useColumns();
  useRememberedList(useMemo(() => books.rows.map((book) => book.bid), [books]));
  const { sort: _sort, ...filter } = query;
  const selection = useListSelection(path, filter, books.total);
  const fields = (
    <>
      <SearchFilter name="search_val" label={t('book.search_hint')} value={query.search_val} />
      <SeriesFilter value={query.series} title={seriesTitle} />
      <SelectFilter
        name="format"
        label={t('book.field_format')}
        value={query.format}
        all={t('book.format_all')}
        options={formats.map((format) => ({ value: format, label: format }))}
      />
    </>
  );
  return (
    <ListScreen
      title={t('book.heading')}
      acts={<Actions query={query} importClosed={importClosed} />}
      path={path}
      query={query}
      filters={{ names: filterNames, fields }}
      found={books}
      paging={paging}
      columns={columns}
      keyOf={(book) => book.bid}
      nameOf={(book) => book.title}
      selection={{ of: selection, acts: <BookSelectionActs selection={selection} filter={filter} /> }}
      empty={
        <EmptyState text={t('book.empty')}>
          <a href="/sample">{t('book.sample')}</a>
        </EmptyState>
      }
    />
  );
}

function useColumns(): Column<BookListRow>[] {
  const t = useT<BookWords>();
  const format = useFormat();
  return [
    {
      key: 'cover',
      label: t('book.cover'),
      // The row names the book; the place of the picture is kept while it loads.
      render: ({ cover }) => (
        <span className={styles.thumb}>
          {cover && <img src={cover} alt="" width={24} height={32} loading="lazy" decoding="async" />}
        </span>
      ),
    },
    { key: 'bid', label: t('book.field_bid'), sortable: true, align: 'nowrap', render: (book) => book.bid },
    {
      key: 'title',
      label: t('book.field_title'),
      sortable: true,
      render: (book) => (
        <a className={styles.title} href={`/book/${book.bid}`}>
          {book.title}
        </a>
      ),
    },
    { key: 'series', label: t('book.field_series'), sortable: true, render: (book) => book.series },
    { key: 'level', label: t('book.field_level'), sortable: true, align: 'nowrap', render: (book) => book.level },
    { key: 'format', label: t('book.field_format'), sortable: true, align: 'nowrap', render: (book) => book.format },
    {
      key: 'author',
      label: t('book.field_author'),
      sortable: true,
      render: (book) => (
        <span className={styles.author} title={book.author ?? undefined}>
          {book.author}
        </span>
      ),
    },
    {
      key: 'published',
      label: t('book.status'),
      sortable: true,
      align: 'nowrap',
      render: (book) => <PublishedBadge published={book.published} />,
    },
    {
      key: 'updated',
      label: t('book.updated'),
      sortable: true,
      align: 'nowrap',
      render: (book) => format.date(book.updated_at),
    },
  ];
}

function Actions({ query, importClosed }: { query: ListQuery; importClosed: boolean }) {
  const t = useT<BookWords>();
  return (
    <>
      <a className={styles.button} href={listUrl('/book/export', query, { as: 'csv' })} download>
        {t('book.export_csv')}
      </a>
      <a className={styles.button} href={listUrl('/book/export', query, { as: 'xlsx' })} download>
        {t('book.export_xlsx')}
      </a>
      {importClosed ? (
        <button type="button" className={styles.button} onClick={() => void alertMessage(t('book.import_closed'))}>
          {t('book.import')}
        </button>
      ) : (
        <a className={styles.button} href="/book/import">
          {t('book.import')}
        </a>
      )}
      <a className={styles.primary} href="/book/create">
        {t('book.create')}
      </a>
    </>
  );
}
