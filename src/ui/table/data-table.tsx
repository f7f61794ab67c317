import { type ReactNode, useRef } from 'react';
import { useT } from '../interface.tsx';
import { type ListQuery, listUrl } from './list-url.ts';
import styles from './table.module.css';
import type { ListSelection } from './use-list-selection.ts';

/** One column of a list. */
export interface Column<Row> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** The list can be sorted by this column; its key is the value of the `sort` parameter. */
  sortable?: boolean;
  /** `lead` names the row and takes the room that others leave; `cut` ends a long text with dots. */
  align?: 'lead' | 'number' | 'nowrap' | 'cut' | 'actions';
  /** On a phone it is left out. */
  aside?: boolean;
}

interface DataTableProps<Row, Key> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** What a row is called, for its checkbox. */
  nameOf?: ((row: Row) => string) | undefined;
  path: string;
  query: ListQuery;
  selection?: ListSelection | undefined;
}

/** A list as a plain table: sortable headings are links, so sort, filters and page are in the URL. */
export function DataTable<Row, Key extends string | number>(props: DataTableProps<Row, Key>) {
  const { caption, columns, rows, keyOf, selection } = props;
  const pick = usePick(rows.map(keyOf), selection);
  return (
    <div className={styles.wrap} role="region" aria-label={caption} tabIndex={0}>
      <table className={`${styles.table} ${styles.list}`}>
        <thead>
          <tr>
            {selection && <SelectPage keys={rows.map(keyOf)} selection={selection} />}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} path={props.path} query={props.query} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-selected={selection?.has(keyOf(row))}>
              {selection && (
                <SelectCell
                  id={keyOf(row)}
                  name={props.nameOf?.(row) ?? String(keyOf(row))}
                  selection={selection}
                  onPick={pick}
                />
              )}
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = <Row,>({ align, aside }: Column<Row>) =>
  [align && styles[align], aside && styles.aside].filter(Boolean).join(' ') || undefined;

function HeadCell<Row>({ column, path, query }: { column: Column<Row>; path: string; query: ListQuery }) {
  const t = useT();
  const className = classOf(column);
  if (!column.sortable) {
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    );
  }
  const [key, direction] = String(query.sort ?? '').split('.');
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
      <input
        type="checkbox"
        aria-label={t('table.select_all')}
        checked={all}
        onChange={() => selection.set(keys, !all)}
      />
    </th>
  );
}

interface SelectCellProps {
  id: string | number;
  name: string;
  selection: ListSelection;
  onPick: (id: string | number, selected: boolean, isRange: boolean) => void;
}

function SelectCell({ id, name, selection, onPick }: SelectCellProps) {
  const t = useT();
  const selected = selection.has(id);
  return (
    <td className={styles.tick}>
      <input
        type="checkbox"
        aria-label={t('table.select_row', { name })}
        checked={selected}
        onChange={(event) => {
          const { nativeEvent } = event;
          onPick(id, !selected, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </td>
  );
}

/** Picks one row or, with Shift, all from the one picked before to this one. */
function usePick(keys: readonly (string | number)[], selection: ListSelection | undefined) {
  const last = useRef<string | number | null>(null);
  return (id: string | number, selected: boolean, isRange: boolean) => {
    const from = isRange && last.current !== null ? keys.indexOf(last.current) : -1;
    const to = keys.indexOf(id);
    last.current = id;
    selection?.set(from < 0 ? [id] : keys.slice(Math.min(from, to), Math.max(from, to) + 1), selected);
  };
}
