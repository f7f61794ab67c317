import type { ReactNode } from 'react';
import { useT } from '../interface.tsx';
import { type ListQuery, listUrl } from './list-url.ts';
import styles from './table.module.css';

/** One column of a list. */
export interface Column<Row> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** The list can be sorted by this column; its key is the value of the `sort` parameter. */
  sortable?: boolean;
  align?: 'number' | 'nowrap' | 'actions';
}

/** The selected rows of a list, by key. */
export interface Selection<Key> {
  chosen: ReadonlySet<Key>;
  onChange: (chosen: ReadonlySet<Key>) => void;
}

interface DataTableProps<Row, Key> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The name of a row, for its checkbox. */
  nameOf?: (row: Row) => string;
  path: string;
  query: ListQuery;
  selection?: Selection<Key>;
}

/** A list as a plain table: sortable headings are links, so sort, filters and page are in the URL. */
export function DataTable<Row, Key extends string | number>(props: DataTableProps<Row, Key>) {
  const { caption, columns, rows, keyOf, selection } = props;
  return (
    <div className={styles.wrap} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {selection && <SelectAll rows={rows} keyOf={keyOf} selection={selection} />}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} path={props.path} query={props.query} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {selection && (
                <SelectCell id={keyOf(row)} name={props.nameOf?.(row) ?? String(keyOf(row))} selection={selection} />
              )}
              {columns.map((column) => (
                <td key={column.key} className={column.align && styles[column.align]}>
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

function HeadCell<Row>({ column, path, query }: { column: Column<Row>; path: string; query: ListQuery }) {
  const t = useT();
  const className = column.align && styles[column.align];
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

interface SelectAllProps<Row, Key> {
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  selection: Selection<Key>;
}

function SelectAll<Row, Key>({ rows, keyOf, selection }: SelectAllProps<Row, Key>) {
  const t = useT();
  const all = rows.length > 0 && rows.every((row) => selection.chosen.has(keyOf(row)));
  return (
    <th scope="col">
      <input
        type="checkbox"
        aria-label={t('table.select_all')}
        checked={all}
        onChange={() => selection.onChange(new Set(all ? [] : rows.map(keyOf)))}
      />
    </th>
  );
}

function SelectCell<Key>({ id, name, selection }: { id: Key; name: string; selection: Selection<Key> }) {
  const t = useT();
  const toggle = () => {
    const chosen = new Set(selection.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    selection.onChange(chosen);
  };
  return (
    <td>
      <input
        type="checkbox"
        aria-label={t('table.select_row', { name })}
        checked={selection.chosen.has(id)}
        onChange={toggle}
      />
    </td>
  );
}
