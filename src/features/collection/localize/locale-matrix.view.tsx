import type { Page } from '#kernel/db/paging.ts';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportLinks } from '#ui/table/export-links.tsx';
import { selectFilter } from '#ui/table/filters.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './localize.module.css';
import type { MatrixRow } from './matrix.read.ts';
import { TextStateMark } from './text-state-mark.tsx';

type Narrowing = Partial<Record<'missing' | 'begun' | 'outdated', Locale | undefined>>;

interface LocaleMatrixProps {
  collections: Page<MatrixRow>;
  paging: { size: number; limit: number };
  query: Narrowing & { is_public?: 'O' | undefined; search_val?: string | undefined; sort: string };
  views: ShownViews;
}

const path = '/collection/matrix';

/** Every collection by language: which texts are complete and which are still to be written, with a link to each. */
export default function LocaleMatrix({ collections, paging, query, views }: LocaleMatrixProps) {
  const t = useT<CollectionWords>();
  const options = locales.map((locale) => ({ value: locale, label: localeNames[locale] }));
  const all = t('common.all');
  const filters = [
    ...(['missing', 'begun', 'outdated'] as const).map((name) =>
      selectFilter({ name, label: t(`collection.matrix_${name}`), value: query[name], all, options }),
    ),
    selectFilter({
      name: 'is_public',
      label: t('collection.field_is_public'),
      value: query.is_public,
      all,
      options: [{ value: 'O', label: t('collection.public') }],
    }),
  ];
  return (
    <ListScreen
      title={t('collection.matrix_heading')}
      acts={<ExportLinks path={`${path}/export`} query={query} />}
      path={path}
      query={query}
      filters={{ search: { name: 'search_val', label: t('collection.matrix_search') }, filters }}
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
