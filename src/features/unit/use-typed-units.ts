import { useState } from 'react';
import type { UnitInfo } from './unit-info.contract.ts';
import {
  type CellAt,
  replacedBy,
  type TypedUnit,
  typedUnits,
  unsavedOf,
  withoutWritten,
  withCells,
  withRowBack,
  withRowBelow,
  type Written,
} from './typed-units.rules.ts';

/** What is typed over the units as stored. */
interface State {
  version: number;
  stored: TypedUnit[];
  rows: TypedUnit[];
}

const stateOf = ({ version, unitInfo }: UnitInfo): State => {
  const stored = typedUnits(unitInfo);
  return { version, stored, rows: stored };
};

/** The rows of the sheet of units as typed, over those stored; what others save is shown unless something is typed. */
export function useTypedUnits(loaded: UnitInfo) {
  const [state, setState] = useState(() => stateOf(loaded));
  const [seen, setSeen] = useState(loaded.version);
  const unsaved = unsavedOf(state.rows, state.stored);
  if (seen !== loaded.version) {
    setSeen(loaded.version);
    if (loaded.version !== state.version && unsaved.count === 0) setState(stateOf(loaded));
  }
  const set = (next: (now: State) => TypedUnit[]) => setState((now) => ({ ...now, rows: next(now) }));
  return {
    rows: state.rows,
    /** The version that saving replaces. */
    version: state.version,
    unsaved,
    /** Writes texts from a cell on, to the right and down, or in place of all rows; says what that did to the rows. */
    write: (from: CellAt | null, texts: readonly (readonly string[])[]): Written => {
      const written: Written = { before: [], after: [] };
      // Of the rows as they are by then: a sheet may have been read while somebody typed.
      set(({ rows, stored }) => {
        const after = from ? withCells(rows, stored, from, texts) : replacedBy(stored, texts);
        Object.assign(written, { before: rows, after });
        return after;
      });
      return written;
    },
    insertBelow: (above: number) => set(({ rows, stored }) => withRowBelow(rows, stored, above)),
    remove: (index: number) => set(({ rows }) => rows.toSpliced(index, 1)),
    putBack: (at: number, row: TypedUnit) => set(({ rows, stored }) => withRowBack(rows, stored, at, row)),
    /** Takes back what was written; what was typed since stays. */
    takeBack: (written: Written) => set(({ rows, stored }) => withoutWritten(rows, stored, written)),
    discard: () => set(({ stored }) => stored),
    /** Takes units as stored, in place of what is typed. */
    take: (units: UnitInfo) => setState(stateOf(units)),
  };
}

export type TypedUnits = ReturnType<typeof useTypedUnits>;
