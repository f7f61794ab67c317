import { useState } from 'react';

/**
 * The rows of a list, including in-place edits since they were loaded; new rows from the server replace all of them.
 */
export function useEditedRows<Row extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): [rows: Row[], edit: (row: Row, changes: Partial<Row>) => void] {
  const [edits, setEdits] = useState({ rows, by: new Map<string | number, Partial<Row>>() });
  const by = edits.rows === rows ? edits.by : undefined;
  const edit = (row: Row, changes: Partial<Row>) =>
    setEdits((before) => {
      const kept = new Map(before.rows === rows ? before.by : []);
      return { rows, by: kept.set(keyOf(row), { ...kept.get(keyOf(row)), ...changes }) };
    });
  return [rows.map((row) => ({ ...row, ...by?.get(keyOf(row)) })), edit];
}
