import type { ReactNode } from 'react';
import table from '#ui/table/table.module.css';
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
    <div className={`${table.wrap} ${styles.table}`} role="region" aria-label={caption} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {unitColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells, wrong }) => (
            <tr key={row}>
              <th scope="row" className={table.number}>
                {row}
              </th>
              {unitColumns.map((column, index) => (
                <td key={column} data-wrong={wrong?.has(column) || undefined}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}
