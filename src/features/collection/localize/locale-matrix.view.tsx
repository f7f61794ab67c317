import type { Page } from '#kernel/db/paging.ts';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportLinks } from '#ui/table/export-links.tsx';
import { searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { MatrixFilter } from './localize.contract.ts';
import styles from './localize.module.css';
import type { MatrixRow } from './matrix.read.ts';
import { TextStateMark } from './text-state-mark.tsx';

interface LocaleMatrixProps {
  collections: Page<MatrixRow>;
  paging: { size: number; limit: number };
  query: MatrixFilter & { sort: string };
  views: ShownViews;
}

const path = '/collection/matrix';

/** Every collection by language: which texts are complete and which are still to be written, with a link to each. */
export default function LocaleMatrix({ collections, paging, query, views }: LocaleMatrixProps) {
  const t = useT<CollectionWords>();
  const inLanguage = (label: string) =>
    selectField(
      label,
      locales.map((value) => ({ value, label: localeNames[value] })),
    );
  const filters = useFilters<MatrixFilter>(query, {
    search_val: searchBox(t('collection.matrix_search')),
    text: null,
    lack: null,
    missing: inLanguage(t('collection.matrix_missing')),
    begun: inLanguage(t('collection.matrix_begun')),
    outdated: inLanguage(t('collection.matrix_outdated')),
    is_public: selectField(t('collection.field_is_public'), [{ value: 'O', label: t('collection.public') }]),
  });
  return (
    <ListScreen
      title={t('collection.matrix_heading')}
      acts={<ExportLinks path={`${path}/export`} query={query} />}
      path={path}
      query={query}
      filters={filters}
      views={views}
      found={collections}
      paging={paging}
      columns={useColumns()}
      keyOf={(row) => row.cidx}
      nameOf={(row) => row.title}
      empty={<EmptyState text={t('collection.matrix_empty')} />}
    />
  );
}

function useColumns(): Column<MatrixRow>[] {
  const t = useT<CollectionWords>();
  return [
    {
      key: 'title',
      label: t('collection.field_title'),
      align: 'lead',
      render: ({ cid, title }) => (
        <a className={styles.name} href={`/collection/${cid}`} title={title}>
          {title}
        </a>
      ),
    },
    {
      key: 'cid',
      label: t('collection.field_cid'),
      sortable: true,
      align: 'nowrap',
      render: ({ cid }) => <code>{cid}</code>,
    },
    ...locales.map(
      (locale): Column<MatrixRow> => ({
        key: locale,
        label: localeNames[locale],
        align: 'nowrap',
        render: (row) => <Cell row={row} locale={locale} />,
      }),
    ),
  ];
}

/** The column head shows the language; the link also names it for screen readers, and on a phone for everybody. */
function Cell({ row: { cid, title, states }, locale }: { row: MatrixRow; locale: Locale }) {
  return (
    <a className={styles.cell} href={`/collection/${cid}/localize/${locale}`}>
      <span className={styles.spoken}>{title}, </span>
      <span className={styles.language}>{localeNames[locale]}</span> <TextStateMark state={states[locale] ?? 'empty'} />
    </a>
  );
}
