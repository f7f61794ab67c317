import { useState } from 'react';
import {
  columnsBelow,
  guessColumns,
  type KnownHeadings,
  type SheetColumns,
  showColumns,
} from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { ColumnMatcher } from '#ui/rows/column-matcher.tsx';
import { unitColumns, unitFields } from './unit-info.rules.ts';

// The column names are those of the sheet, in every language.
const labels = unitFields.map(({ name, required }) => ({ name, label: name, required }));

interface UnitColumnsProps {
  head: SheetRow[];
  known: KnownHeadings;
  onChoose: (columns: SheetColumns) => void;
}

/** Asks for the columns of pasted or chosen rows with unknown headings. */
export function UnitColumns({ head, known, onChoose }: UnitColumnsProps) {
  const [columns, setColumns] = useState(() => guessColumns(head, unitFields, known));
  return (
    <ColumnMatcher
      key={columns.heading_row}
      state={showColumns({ head, columns, labels })}
      busy={false}
      needed={unitColumns}
      onHeadingRow={(row) => setColumns(columnsBelow(head, row, unitFields, known))}
      onChoose={onChoose}
    />
  );
}
