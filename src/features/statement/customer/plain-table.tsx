import type { Column } from '#ui/table/column.ts';
import table from '#ui/table/table.module.css';

interface PlainTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** A table without page controls, for callers that embed it in a page of their own. */
export function PlainTable<Row>({ columns, rows, keyOf }: PlainTableProps<Row>) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, render }) => (
              <td key={key}>{render(row, () => undefined)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
