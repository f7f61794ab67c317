import type { ReactNode } from 'react';
import type { Page } from '#kernel/db/paging.ts';
import type { ShownMarks } from '#kernel/records/record-parts.ts';
import type { ListPreferences } from '#kernel/http/list-preferences.rules.ts';
import { mostListed, mostText } from '#kernel/text/search-text.rules.ts';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useT } from '../interface.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import { PageHead } from '../page/page-head.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { type Column, DataTable, type RowGroup } from './data-table.tsx';
import { Filters, filterNames, type ListFilters } from './filters.tsx';
import { HeldNews } from './held-news.tsx';
import styles from './list-screen.module.css';
import { MissingIds } from './missing-ids.tsx';
import { PageLinks, Pager, useTotal } from './pager.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { EditedRows } from './use-edited-rows.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useListPreferences } from './use-list-preferences.ts';
import type { ListSelection } from './use-list-selection.ts';
import { type ListViews, ViewTabs } from './view-tabs.tsx';

interface ListScreenProps<Row, Key> {
  title: string;
  /** What the menu's label means. */
  word?: string | undefined;
  /** It is part of a record's page, below the record's head. */
  isPart?: boolean;
  /** Actions on the list as a whole, in the head. */
  acts?: ReactNode;
  path: string;
  /** The list whose columns and page size it shares; its own by default. */
  likeList?: string;
  /** The list's filters and sort, as in its URL. */
  query: ListQuery;
  /** The filters. */
  filters?: ListFilters;
  /** Totals over all matching rows, above the rows. */
  summary?: ReactNode;
  /** The person's own and the product's saved filters, as tabs. */
  views?: ListViews;
  found: Page<Row>;
  /** What other features mark rows with, by key. */
  marks?: ShownMarks;
  /** The rows that the person has edited in place. */
  edited?: EditedRows<Row>;
  paging: { size: number; limit: number; sizes?: readonly number[] };
  columns: readonly Column<Row>[];
  /** The columns and page size that the person chose, as read by the server. Without it there is no choice. */
  preferences?: ListPreferences;
  keyOf: (row: Row) => Key;
  /** The name of a row, for its checkbox. */
  nameOf?: (row: Row) => string;
  /** A click on a row, where it hits no other control, opens its first link. */
  rowsOpen?: boolean;
  /** The group of a row, see {@link DataTable}. */
  groupOf?: ((row: Row) => RowGroup) | undefined;
  /** What an opened row shows below itself. */
  detail?: (row: Row) => ReactNode;
  /** The selected rows, and the actions on them. */
  selection?: { of: ListSelection; acts: ReactNode };
  /** Replaces the list while there is nothing to list at all. */
  empty: ReactNode;
}

/** A list: its head, filters, rows, pages, and the actions on selected rows. */
export function ListScreen<Row, Key extends string | number>(props: ListScreenProps<Row, Key>) {
  const t = useT();
  const { path, query, filters, found, paging, selection, columns } = props;
  const total = useTotal(found.total, paging.limit);
  const saved = props.preferences ?? { columns: [], size: paging.size };
  const preferences = useListPreferences(props.likeList ?? path, saved);
  const pager = { path, query, page: found.page, total: found.total, size: paging.size, limit: paging.limit };
  const held = useHeldRows(found.rows, props.keyOf, props.edited);
  const hasRows = held.rows.length > 0;
  const names = filters ? filterNames(filters) : [];
  const isFiltered = names.some((name) => query[name] !== undefined && query[name] !== '');
  // There is nothing to search, to filter or to download.
  const isEmpty = !hasRows && found.total === 0 && !isFiltered;
  const shown = props.preferences
    ? columns.filter(({ key, fixed }) => fixed || preferences.columns.includes(key))
    : columns;
  return (
    <>
      {!props.isPart && (
        <PageHead title={props.title} word={props.word} isEmpty={isEmpty}>
          {props.acts}
        </PageHead>
      )}
      {props.views && (
        <div hidden={isEmpty}>
          <ViewTabs path={path} query={query} limit={paging.limit} {...props.views} />
        </div>
      )}
      <Inline tight high below={12} className={styles.line} hidden={isEmpty && !props.isPart}>
        {filters && <Filters path={path} query={query} {...filters} />}
        <Inline tight end last className={styles.end}>
          {filters && !isEmpty && (
            <Text as="span" tone="soft" whole role="status">
              {total}
            </Text>
          )}
          {hasRows && <PageLinks {...pager} label={t('table.pages_above')} />}
          {hasRows && props.preferences && (
            <ColumnPicker
              columns={columns.filter(({ fixed }) => !fixed)}
              shown={preferences.columns}
              onChoose={preferences.chooseColumns}
            />
          )}
          {props.isPart && props.acts}
        </Inline>
      </Inline>
      {hasRows && props.summary}
      <MissingIds ids={found.missing} />
      {hasRows ? (
        <>
          <HeldNews of={held} />
          <DataTable
            caption={props.title}
            columns={shown}
            rows={held.rows}
            gone={held.gone}
            marks={props.marks}
            keyOf={props.keyOf}
            nameOf={props.nameOf}
            groupOf={props.groupOf}
            detail={props.detail}
            path={path}
            query={query}
            order={found.order}
            rowsOpen={props.rowsOpen}
            selection={selection?.of}
            position={{ first: (found.page - 1) * paging.size + 1, total: found.total, limit: paging.limit }}
          />
          <Pager
            {...pager}
            isCounted={filters !== undefined}
            sizes={paging.sizes && { offered: paging.sizes, onChoose: preferences.saveSize }}
          />
          {selection && (
            <SelectionBar selection={selection.of} total={found.total} limit={paging.limit}>
              {selection.acts}
            </SelectionBar>
          )}
        </>
      ) : (
        <Nothing path={path} query={query} total={found.total} isTooLong={exceedsSearch(props)}>
          {isEmpty && props.empty}
        </Nothing>
      )}
    </>
  );
}

/** Whether the search is too long, and no list of ids either. */
function exceedsSearch({ filters, found }: Pick<ListScreenProps<unknown, never>, 'filters' | 'found'>) {
  return found.missing === undefined && (filters?.search?.value ?? '').length > mostText;
}

interface NothingProps {
  path: string;
  query: ListQuery;
  /** There are rows, but on earlier pages. */
  total: number;
  isTooLong: boolean;
  /** What an empty list shows, if it is empty. */
  children: ReactNode;
}

function Nothing({ path, query, total, isTooLong, children }: NothingProps) {
  const t = useT();
  if (total > 0) {
    const link = { label: t('table.page', { page: 1 }), href: listUrl(path, query) };
    return <EmptyState text={t('table.empty')} link={link} />;
  }
  const text = isTooLong ? t('invalid.search', { limit: mostText, ids: mostListed }) : t('table.no_match');
  return children || <EmptyState text={text} link={{ label: t('table.clear_filters'), href: path }} />;
}
