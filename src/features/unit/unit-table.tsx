import type { ReactNode } from 'react';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import styles from './unit-info.module.css';
import { unitColumns } from './unit-info.rules.ts';

interface UnitTableProps {
  caption: string;
  rows: readonly { row: number; cells: readonly string[]; wrong?: ReadonlySet<string> }[];
  children?: ReactNode;
}

/** Units in a table like the sheet: with the sheet's column names, in every language. */
export function UnitTable({ caption, rows, children }: UnitTableProps) {
  return (
    <TableFrame label={caption} most={320} className={styles.table}>
      <Table>
        <thead>
          <tr>
            <ColumnHead>#</ColumnHead>
            {unitColumns.map((column) => (
              <ColumnHead key={column}>{column}</ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells, wrong }) => (
            <tr key={row}>
              <RowHead kind="number">{row}</RowHead>
              {unitColumns.map((column, index) => (
                <Cell key={column} data-wrong={wrong?.has(column) || undefined}>
                  {cells[index]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {children}
    </TableFrame>
  );
}
