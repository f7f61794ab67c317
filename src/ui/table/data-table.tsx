import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { ShownMarks } from '#kernel/records/record-parts.ts';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Inline } from '../kit/layout.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import { classOf, type Column } from './column.ts';
import { TableRow } from './table-row.tsx';
import styles from '../kit/table.module.css';
import { useBusy } from './use-busy.ts';
import { useListKeys } from './use-list-keys.ts';
import type { ListSelection } from './use-list-selection.ts';

export type { Column } from './column.ts';

interface DataTableProps<Row, Key> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The keys of rows that somebody else has removed in the meantime. */
  gone?: ReadonlySet<string | number> | undefined;
  /** What other features mark rows with, by key. */
  marks?: ShownMarks | undefined;
  keyOf: (row: Row) => Key;
  /** The name of a row, for its checkbox. */
  nameOf?: ((row: Row) => string) | undefined;
  /** The group that a row belongs to, where rows stand in groups: the first of each has its heading above it. */
  groupOf?: ((row: Row) => RowGroup) | undefined;
  /** What an opened row shows below itself. */
  detail?: ((row: Row) => ReactNode) | undefined;
  path: string;
  query: ListQuery;
  /** The order of the rows, if it is not the one in the query. */
  order?: string | undefined;
  /** A click on a row opens its first link. */
  rowsOpen?: boolean | undefined;
  selection?: ListSelection | undefined;
  /** Which of how many rows these are; all by default. */
  position?: ListPosition | undefined;
}

/** A group of rows that follow each other. */
export interface RowGroup {
  key: string;
  heading: ReactNode;
  /** What can be done with all of it. */
  acts?: ReactNode;
}

/** Where the rows of a page are in their list: the position of the first, from 1, and the number of all. */
interface ListPosition {
  first: number;
  total: number;
  /** Rows are counted up to this limit. */
  limit: number;
}

/** A list as a plain table. Sortable headings are links, so sort, filters and page are in the URL. */
export function DataTable<Row, Key extends string | number>(props: DataTableProps<Row, Key>) {
  const { caption, columns, rows, keyOf, selection } = props;
  const keys = rows.map(keyOf);
  const classes = columns.map((column) => classOf(column));
  const editable = columns.filter(({ edit }) => edit).map(({ key }) => key);
  const t = useT();
  const pick = usePick(keys, selection);
  const width = columns.length + (selection ? 1 : 0) + (props.detail ? 1 : 0);
  const table = useRef<HTMLDivElement>(null);
  useListKeys(table);
  useStickyHead(table);
  return (
    <div
      ref={table}
      className={styles.wrap}
      role="region"
      aria-label={caption}
      aria-busy={useBusy()}
      tabIndex={0}
      data-list
      data-first={props.position?.first}
      data-total={props.position?.total}
      data-limit={props.position?.limit}
    >
      <table className={`${styles.table} ${styles.list}`}>
        <thead>
          <tr>
            {selection && <SelectPage keys={keys} selection={selection} />}
            {props.detail && <td className={styles.toggle} />}
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                path={props.path}
                query={props.query}
                order={props.order ?? props.query.sort}
              />
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the first link of each row is there for the keyboard */}
        <tbody data-opens={props.rowsOpen ? '' : undefined} onClick={props.rowsOpen ? openRow : undefined}>
          {rows.map((row, index) => {
            const key = keys[index] ?? keyOf(row);
            const name = props.nameOf?.(row) ?? String(key);
            const before = rows[index - 1];
            const group = props.groupOf?.(row);
            const isFirst = group && (before === undefined || props.groupOf?.(before).key !== group.key);
            const shown = (
              <TableRow
                key={key}
                id={key}
                row={row}
                columns={columns}
                classes={classes}
                editable={editable}
                name={name}
                selection={selection && { isOn: selection.has(key), label: t('table.select_row', { name }) }}
                marks={props.marks?.[String(key)]}
                isGone={props.gone?.has(key) ?? false}
                onPick={pick}
                detail={props.detail}
              />
            );
            return isFirst ? [<GroupRow key={`group ${group.key}`} of={group} cells={width} />, shown] : shown;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The heading of a group of rows. */
const GroupRow = ({ of: { heading, acts }, cells }: { of: RowGroup; cells: number }) => (
  <tr className={styles.group}>
    <th scope="rowgroup" colSpan={cells}>
      <Inline between>
        <span>{heading}</span>
        {acts}
      </Inline>
    </th>
  </tr>
);

/**
 * Follows the first link of the clicked row, unless the click was on something else or text was selected in the row.
 */
function openRow({ target, ctrlKey, metaKey }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label, summary')) return;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[href]');
  if (!link || String(getSelection()) !== '') return;
  if (ctrlKey || metaKey) window.open(link.href);
  else link.click();
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  path: string;
  query: ListQuery;
  order: string | number | undefined;
}

function HeadCell<Row>({ column, path, query, order }: HeadCellProps<Row>) {
  const t = useT();
  const className = classOf(column);
  if (!column.sortable) {
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    );
  }
  const [key, direction] = String(order ?? '').split('.');
  const sorted = key === column.key ? (direction === 'desc' ? 'descending' : 'ascending') : undefined;
  const next = sorted === 'ascending' ? `${column.key}.desc` : column.key;
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      <a href={listUrl(path, query, { sort: next })} title={t('table.sort', { column: column.label })}>
        {column.label}
        <span aria-hidden>{sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''}</span>
      </a>
    </th>
  );
}

function SelectPage({ keys, selection }: { keys: readonly (string | number)[]; selection: ListSelection }) {
  const t = useT();
  const all = keys.every((key) => selection.has(key));
  return (
    <th scope="col" className={styles.tick}>
      <BareInput
        type="checkbox"
        aria-label={t('table.select_all')}
        checked={all}
        autoComplete="off"
        onChange={() => selection.set(keys, !all)}
      />
    </th>
  );
}

/** Picks one row or, with Shift, all from the last picked one to this one. */
function usePick(keys: readonly (string | number)[], selection: ListSelection | undefined) {
  const last = useRef<string | number | null>(null);
  return (id: string | number, selected: boolean, isRange: boolean) => {
    const from = isRange && last.current !== null ? keys.indexOf(last.current) : -1;
    const to = keys.indexOf(id);
    last.current = id;
    selection?.set(from < 0 ? [id] : keys.slice(Math.min(from, to), Math.max(from, to) + 1), selected);
  };
}

/**
 * Keeps the headings of a table in sight while the page scrolls. A table wider than its frame scrolls inside it
 * instead; browsers cannot do both.
 */
function useStickyHead(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = frame;
    const table = current?.firstElementChild;
    if (!current || !table) return;
    const measure = () => current.toggleAttribute('data-fits', table.scrollWidth <= current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
}
