import { useEffect, useState } from 'react';
import { keepRows } from '#client/live-page.ts';
import { useInterface } from '../interface.tsx';

/** The rows of a list as they are shown, and what has come that is not. */
export interface HeldRows<Row> {
  rows: readonly Row[];
  /** The keys of those that are no longer among the list's. */
  gone: ReadonlySet<string | number>;
  /** How many are not shown yet. */
  added: number;
  /** Only their order is another by now. */
  isMoved: boolean;
  /** Shows the list as it is now. */
  show: () => void;
}

/**
 * The rows of a list that others change while it is looked at: each is renewed in its place, and none comes, goes or moves
 * until somebody asks for it. What was asked for, such as another page, replaces all.
 */
export function useHeldRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number): HeldRows<Row> {
  const { number, isLive } = useInterface().arrival;
  const [state, setState] = useState({ number, rows });
  useEffect(keepRows, []);
  const fresh = new Map(rows.map((row) => [keyOf(row), row]));
  const isHeld = isLive && state.rows.length > 0;
  const held = isHeld ? state.rows.map((row) => fresh.get(keyOf(row)) ?? row) : rows;
  if (state.number !== number) setState({ number, rows: held });
  const keys = held.map(keyOf);
  const shown = new Set(keys);
  const added = rows.filter((row) => !shown.has(keyOf(row))).length;
  const gone = new Set(keys.filter((key) => !fresh.has(key)));
  return {
    rows: held,
    gone,
    added,
    isMoved: added === 0 && gone.size === 0 && rows.some((row, place) => keyOf(row) !== keys[place]),
    show: () => setState({ number, rows }),
  };
}
