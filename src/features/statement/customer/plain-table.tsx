import type { Column } from '#ui/table/column.ts';
import { Cell, ColumnHead, Table } from '#ui/kit/table.tsx';

interface PlainTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** A table without page controls, for callers that embed it in a page of their own. */
export function PlainTable<Row>({ columns, rows, keyOf }: PlainTableProps<Row>) {
  return (
    <Table>
      <thead>
        <tr>
          {columns.map(({ key, label }) => (
            <ColumnHead key={key}>{label}</ColumnHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, render }) => (
              <Cell key={key}>{render(row, () => undefined)}</Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
