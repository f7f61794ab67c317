import type { ReactNode } from 'react';
import type { Page } from '#kernel/db/paging.ts';
import { useT } from '../interface.tsx';
import { EmptyState } from '../page/empty-state.tsx';
import { PageHead } from '../page/page-head.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Filters, filterNames, type ListFilters } from './filters.tsx';
import type { ListQuery } from './list-url.ts';
import { Pager, useTotal } from './pager.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { ListSelection } from './use-list-selection.ts';

interface ListScreenProps<Row, Key> {
  title: string;
  /** What one does with the list as a whole, in the head. */
  acts?: ReactNode;
  path: string;
  /** The list's place in its address: filters and sort. */
  query: ListQuery;
  /** What narrows it. */
  filters?: ListFilters;
  found: Page<Row>;
  paging: { size: number; limit: number };
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => Key;
  /** What a row is called, for its checkbox. */
  nameOf?: (row: Row) => string;
  /** Which rows are selected, and what can be done with them. */
  selection?: { of: ListSelection; acts: ReactNode };
  /** What stands in place of the list while there is nothing to list at all. */
  empty: ReactNode;
}

/** A list: its head, filters, rows and pages, and what can be done with the rows that are selected. */
export function ListScreen<Row, Key extends string | number>(props: ListScreenProps<Row, Key>) {
  const { path, query, filters, found, paging, selection } = props;
  const total = useTotal(found.total, paging.limit);
  return (
    <>
      <PageHead title={props.title}>{props.acts}</PageHead>
      {filters && <Filters path={path} query={query} found={total} {...filters} />}
      {found.rows.length === 0 ? (
        <Nothing path={path} query={query} names={filters ? filterNames(filters) : []} empty={props.empty} />
      ) : (
        <>
          <DataTable
            caption={props.title}
            columns={props.columns}
            rows={found.rows}
            keyOf={props.keyOf}
            nameOf={props.nameOf}
            path={path}
            query={query}
            selection={selection?.of}
          />
          <Pager path={path} query={query} page={found.page} total={found.total} {...paging} />
          {selection && (
            <SelectionBar selection={selection.of} total={found.total} limit={paging.limit}>
              {selection.acts}
            </SelectionBar>
          )}
        </>
      )}
    </>
  );
}

interface NothingProps {
  path: string;
  query: ListQuery;
  names: readonly string[];
  empty: ReactNode;
}

function Nothing({ path, query, names, empty }: NothingProps) {
  const t = useT();
  if (!names.some((name) => query[name] !== undefined && query[name] !== '')) return empty;
  return (
    <EmptyState text={t('table.no_match')}>
      <a href={path}>{t('table.clear_filters')}</a>
    </EmptyState>
  );
}
