import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { unitColumns } from './unit-info.rules.ts';

interface UnitTableProps {
  caption: string;
  rows: readonly { row: number; cells: readonly string[] }[];
}

/** Units in a table like the sheet: with the sheet's column names, in every language. */
export function UnitTable({ caption, rows }: UnitTableProps) {
  return (
    <TableFrame label={caption} most={320}>
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
          {rows.map(({ row, cells }) => (
            <tr key={row}>
              <RowHead kind="number">{row}</RowHead>
              {unitColumns.map((column, index) => (
                <Cell key={column}>{cells[index]}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}
