import { useMemo, useState } from 'react';
import { alertMessage } from '#client/dialogs.ts';
import type { Page } from '#kernel/db/paging.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { Filters, SearchFilter, SelectFilter } from '#ui/table/filters.tsx';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';
import { Pager } from '#ui/table/pager.tsx';
import type { BookWords } from '../book.messages.ts';
import { PublishedBadge } from '../record/published-badge.tsx';
import { useRememberedList } from '../record/use-book-steps.ts';
import styles from './book-list.module.css';
import type { BookListRow } from './book-list.read.ts';
import { BookSelectionBar } from './selection-bar.tsx';
import { SeriesFilter } from './series-filter.tsx';

interface BookListProps {
  books: Page<BookListRow>;
  paging: { size: number; limit: number };
  query: { search_val?: string | undefined; series?: number | undefined; format?: string | undefined; sort: string };
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set<string>());
  const bids = useMemo(() => books.rows.map((book) => book.bid), [books]);
  useRememberedList(bids);
  const narrowed = Boolean(query.search_val || query.series || query.format);
  return (
    <>
      <PageHead title={t('book.heading')}>
        <Actions query={query} importClosed={importClosed} />
      </PageHead>
      <Filters path={path} query={query} names={filterNames}>
        <SearchFilter name="search_val" label={t('book.search_hint')} value={query.search_val} />
        <SeriesFilter value={query.series} title={seriesTitle} />
        <SelectFilter
          name="format"
          label={t('book.field_format')}
          value={query.format}
          all={t('book.format_all')}
          options={formats.map((format) => ({ value: format, label: format }))}
        />
      </Filters>
      {books.total === 0 ? (
        <Nothing narrowed={narrowed} />
      ) : (
        <>
          <DataTable
            caption={t('book.heading')}
            columns={columns}
            rows={books.rows}
            keyOf={(book) => book.bid}
            nameOf={(book) => book.title}
            path={path}
            query={query}
            selection={{ chosen, onChange: setChosen }}
          />
          <Pager path={path} query={query} page={books.page} total={books.total} {...paging} />
          <BookSelectionBar chosen={chosen} onClear={() => setChosen(new Set())} />
        </>
      )}
    </>
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

function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = useT<BookWords>();
  if (!narrowed) {
    return (
      <EmptyState text={t('book.empty')}>
        <a href="/sample">{t('book.sample')}</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState text={t('book.no_match')}>
      <a href={path}>{t('table.clear_filters')}</a>
    </EmptyState>
  );
}
