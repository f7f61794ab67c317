import { localeNames, locales } from '#kernel/messages/locale.ts';
import type { ListProps } from '#kernel/mount/list.ts';
import { Cover } from '#ui/cover.tsx';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import { useRememberedList } from '#ui/page/record-steps.ts';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { collectionList } from '../collection.rules.ts';
import { CollectionStates } from '../record/collection-states.tsx';
import type { CollectionFilter } from './collection-filter.contract.ts';
import styles from './collection-list.module.css';
import type { CollectionFilterChoices, CollectionListRow } from './collection-list.read.ts';
import { useCollectionFilters } from './use-collection-filters.tsx';

type CollectionListProps = ListProps<CollectionListRow, CollectionFilter> & { choices: CollectionFilterChoices };

const path = '/collection';

/** The list of all collections, each with its state, languages, books and price. */
export default function CollectionList({ choices, ...list }: CollectionListProps) {
  const { found: collections, paging, query } = list;
  const t = useT<CollectionWords>();
  const { sort: _sort, size: _size, ...filter } = query;
  useRememberedList(collectionList, collections, paging);
  return (
    <ListScreen
      title={t('collection.heading')}
      acts={<Acts query={query} />}
      {...list}
      path={path}
      filters={useCollectionFilters(filter, choices)}
      columns={useColumns()}
      keyOf={(row) => row.cid}
      nameOf={(row) => row.title}
      empty={<EmptyState text={t('collection.empty')} />}
    />
  );
}

function useColumns(): Column<CollectionListRow>[] {
  const t = useT<CollectionWords>();
  const format = useFormat();
  return [
    {
      key: 'title',
      label: t('collection.field_title'),
      sortable: true,
      fixed: true,
      align: 'lead',
      render: ({ cid, title, cover }) => (
        <LeadCell
          href={`/collection/${cid}`}
          title={title}
          id={cid}
          picture={<Cover id={cid} title={title} source={cover} size="row" />}
        />
      ),
    },
    {
      key: 'public',
      label: t('collection.field_is_public'),
      sortable: true,
      align: 'nowrap',
      render: (row) => <CollectionStates isPublic={row.is_public} lock={row.lock} ads={row.ads} />,
    },
    {
      key: 'exposed',
      label: t('collection.field_exposed_type'),
      sortable: true,
      align: 'nowrap',
      aside: true,
      render: (row) => t(`collection.exposed_${row.exposed_type}`),
    },
    {
      key: 'languages',
      label: t('collection.list_languages'),
      align: 'nowrap',
      aside: true,
      render: (row) => <Languages states={row.states} />,
    },
    {
      key: 'books',
      label: t('collection.list_books'),
      align: 'number',
      render: ({ web, mobile }) => (
        <span title={t('collection.list_books_title', { web, mobile })}>
          {format.number(web)} / {format.number(mobile)}
        </span>
      ),
    },
    {
      key: 'price',
      label: t('collection.list_price'),
      align: 'number',
      render: ({ price, prices }) =>
        price && (
          <span>
            {format.money(price.discounted_price ?? price.price, price.currency)}
            {prices > 1 && <small> +{format.number(prices - 1)}</small>}
          </span>
        ),
    },
    {
      key: 'owners',
      label: t('collection.field_owned_by'),
      align: 'cut',
      aside: true,
      render: (row) => row.owners.join(', '),
    },
    {
      key: 'updated',
      label: t('collection.list_updated'),
      sortable: true,
      align: 'number',
      aside: true,
      render: (row) => format.date(row.updated_at),
    },
  ];
}

/** The languages of the product, and how complete the collection's texts are in each. */
function Languages({ states }: Pick<CollectionListRow, 'states'>) {
  const t = useT<CollectionWords>();
  return (
    <span className={styles.languages}>
      {locales.map((locale) => {
        const state = states[locale] ?? 'empty';
        return (
          <abbr key={locale} data-state={state} title={`${localeNames[locale]}: ${t(`collection.texts_${state}`)}`}>
            {locale}
          </abbr>
        );
      })}
    </span>
  );
}

function Acts({ query }: { query: ListQuery }) {
  const t = useT<CollectionWords>();
  return (
    <>
      <ExportMenu path="/collection/export" query={query} />
      <ButtonLink href="/collection/matrix">{t('collection.matrix')}</ButtonLink>
      <ButtonLink href="/collection/code">{t('collection.codes')}</ButtonLink>
      <ButtonLink href="/collection/advertisement">{t('collection.advertisement')}</ButtonLink>
      <ButtonLink variant="primary" href="/collection/create">
        <Icon name="add" />
        {t('collection.create')}
      </ButtonLink>
    </>
  );
}
