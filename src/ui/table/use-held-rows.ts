import { useEffect, useState } from 'react';
import { holdRows } from '#client/live-page.ts';
import { useInterface } from '../interface.tsx';
import type { EditedRows } from './use-edited-rows.ts';

/** The rows of a list as shown, and the changes held back. */
export interface HeldRows<Row> {
  rows: readonly Row[];
  /** The keys of rows that are no longer in the list. */
  gone: ReadonlySet<string | number>;
  /** The number of new rows not shown yet. */
  added: number;
  /** Only the order has changed. */
  isMoved: boolean;
  /** Shows the current list. */
  show: () => void;
}

/**
 * The rows of a list that others change while it is open: each is updated in place, and none appears, disappears or
 * moves until the person asks for it. A row that the person's own edit has taken out of the list stays as well, as
 * edited. A list the person asked for, such as another page, replaces all rows.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  edited: EditedRows<Row> = new Map(),
): HeldRows<Row> {
  const { number, isLive } = useInterface().arrival;
  const [state, setState] = useState({ number, rows });
  useEffect(holdRows, []);
  const fresh = new Map(rows.map((row) => [keyOf(row), row]));
  const isHeld = isLive && state.rows.length > 0;
  const current = (row: Row) => fresh.get(keyOf(row)) ?? edited.get(keyOf(row)) ?? row;
  const held = isHeld ? state.rows.map(current) : rows;
  if (state.number !== number) setState({ number, rows: held });
  const keys = held.map(keyOf);
  const shown = new Set(keys);
  const added = rows.filter((row) => !shown.has(keyOf(row))).length;
  const gone = new Set(keys.filter((key) => !fresh.has(key) && !edited.has(key)));
  return {
    rows: held,
    gone,
    added,
    isMoved: added === 0 && gone.size === 0 && rows.some((row, index) => keyOf(row) !== keys[index]),
    show: () => setState({ number, rows }),
  };
}
