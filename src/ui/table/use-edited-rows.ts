import { useState } from 'react';
import { useInterface } from '../interface.tsx';

/** The rows of a list that the person has edited in place, as last known. */
export type EditedRows<Row> = ReadonlyMap<string | number, Row>;

interface Edited<Row> {
  rows: Row[];
  /** Includes rows that the edit has moved out of the loaded list; forgotten when the person asks for another list. */
  edited: EditedRows<Row>;
  edit: (row: Row, changes: Partial<Row>) => void;
}

/** The rows of a list, including in-place edits since they were loaded; rows that the server sends again replace them. */
export function useEditedRows<Row extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): Edited<Row> {
  const { isLive } = useInterface().arrival;
  const [state, setState] = useState<{ rows: readonly Row[]; edited: EditedRows<Row> }>({ rows, edited: new Map() });
  let { edited } = state;
  if (state.rows !== rows) {
    const fresh = new Map(rows.map((row) => [keyOf(row), row]));
    edited = new Map(isLive ? [...edited].map(([key, row]) => [key, fresh.get(key) ?? row]) : []);
    setState({ rows, edited });
  }
  const edit = (row: Row, changes: Partial<Row>) =>
    setState((now) => {
      const key = keyOf(row);
      const last = now.edited.get(key) ?? now.rows.find((other) => keyOf(other) === key) ?? row;
      return { ...now, edited: new Map(now.edited).set(key, { ...last, ...changes }) };
    });
  return { rows: rows.map((row) => edited.get(keyOf(row)) ?? row), edited, edit };
}
