import { useMemo } from 'react';
import { client } from '#client/api.ts';
import { confirm } from '#client/dialogs.ts';
import type { SettingsApi } from '#features/settings/settings.public.ts';
import type { Page } from '#kernel/db/paging.ts';
import type { SavedView } from '#kernel/saved-views.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { PickAll } from '#ui/table/pick-all.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import type { BookWords } from '../book.messages.ts';
import { BookCover } from '../record/book-cover.tsx';
import { PublishedBadge } from '../record/published-badge.tsx';
import { useRememberedList } from '../record/use-book-steps.ts';
import type { BookFilter } from './book-filter.rules.ts';
import type { BookFilterChoices } from './book-filters.read.ts';
import styles from './book-list.module.css';
import type { BookListRow } from './book-list.read.ts';
import { BookSelectionActs } from './selection-acts.tsx';
import { useBookFilters } from './use-book-filters.tsx';

interface BookListProps {
  books: Page<BookListRow>;
  paging: { size: number; limit: number };
  query: BookFilter & { sort: string };
  choices: BookFilterChoices;
  views: readonly SavedView[];
  importClosed: boolean;
}

const callSetting = client<SettingsApi>();

const path = '/book';

/** The library's books. */
export default function BookList({ books, paging, query, choices, views, importClosed }: BookListProps) {
  const t = useT<BookWords>();
  const columns = useColumns();
  useRememberedList(useMemo(() => books.rows.map((book) => book.bid), [books]));
  const { sort: _sort, ...filter } = query;
  const selection = useListSelection(path, filter, books.total);
  return (
    <ListScreen
      title={t('book.heading')}
      acts={
        <>
          <PickAll filter={filter} total={books.total} limit={paging.limit} />
          <Actions query={query} importClosed={importClosed} />
        </>
      }
      path={path}
      query={query}
      filters={{
        search: { name: 'search_val', label: t('book.search_hint') },
        filters: useBookFilters(filter, choices),
      }}
      views={{
        builtIn: [
          { name: t('common.all'), query: {} },
          { name: t('book.unpublished'), query: { status: 'unpublished' } },
          { name: t('book.view_no_cover'), query: { missing: 'cover' } },
        ],
        saved: views,
      }}
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
      key: 'title',
      label: t('book.field_title'),
      sortable: true,
      align: 'lead',
      render: ({ bid, title, cover }) => (
        <span className={styles.book}>
          <BookCover bid={bid} title={title} source={cover} size="row" />
          <span className={styles.names}>
            <a href={`/book/${bid}`} title={title}>
              {title}
            </a>
            <code>{bid}</code>
          </span>
          <PickButton picked={{ kind: 'book', selection: { ids: [bid] }, title }} name={title} />
        </span>
      ),
    },
    {
      key: 'author',
      label: t('book.field_author'),
      sortable: true,
      align: 'cut',
      render: (book) => book.author,
    },
    { key: 'series', label: t('book.field_series'), sortable: true, align: 'cut', render: (book) => book.series },
    { key: 'level', label: t('book.field_level'), sortable: true, align: 'cut', render: (book) => book.level },
    {
      key: 'format',
      label: t('book.field_format'),
      sortable: true,
      align: 'nowrap',
      aside: true,
      render: (book) => book.format,
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
      align: 'number',
      aside: true,
      render: (book) => format.date(book.updated_at),
    },
  ];
}

function Actions({ query, importClosed }: { query: ListQuery; importClosed: boolean }) {
  const t = useT<BookWords>();
  return (
    <>
      <a className={button.plain} href={listUrl('/book/export', query, { as: 'csv' })} download>
        <Icon name="download" />
        {t('book.export_csv')}
      </a>
      <a className={button.plain} href={listUrl('/book/export', query, { as: 'xlsx' })} download>
        <Icon name="download" />
        {t('book.export_xlsx')}
      </a>
      {importClosed ? (
        <ClosedImport />
      ) : (
        <a className={button.button} href="/book/import">
          {t('book.import')}
        </a>
      )}
      <a className={button.primary} href="/book/create">
        <Icon name="add" />
        {t('book.create')}
      </a>
    </>
  );
}

/** Says that importing is under maintenance, and offers to switch that off and go on. */
function ClosedImport() {
  const t = useT<BookWords>();
  const act = useAct();
  const open = async () => {
    if (!(await confirm({ title: t('book.import_closed'), agree: t('book.import_open') }))) return;
    const params = { key: 'book.import_maintenance' };
    await callSetting('PUT /api/v1/setting/:key', { params, body: { value: false } });
    location.assign('/book/import');
  };
  return (
    <button type="button" className={button.button} onClick={() => act(open)}>
      {t('book.import')}
    </button>
  );
}
