import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { SortableItem } from './sortable-places.ts';

/** The rows of a sortable list that move together. */
interface PickedRows {
  ids: ReadonlySet<number>;
  /** Picks a row or puts it back; with `through`, all from the last one picked to this one. */
  pick: (id: number, through: boolean) => void;
  clear: () => void;
}

const PickedContext = createContext<PickedRows | null>(null);

export const PickedProvider = PickedContext;

/** Null in lists whose rows are moved one by one. */
export const usePickedRows = (): PickedRows | null => useContext(PickedContext);

/** The picked rows of a list; those that are gone no longer count. */
export function usePicks(items: readonly SortableItem[], shown: readonly SortableItem[]): PickedRows {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const ids = useMemo(() => new Set(items.flatMap(({ id }) => (picked.has(id) ? [id] : []))), [items, picked]);
  const pick = (id: number, through: boolean) => {
    const places = [last.current, id].map((one) => shown.findIndex((item) => item.id === one));
    const isRange = through && places.every((place) => place >= 0);
    const range = isRange ? shown.slice(Math.min(...places), Math.max(...places) + 1) : [];
    last.current = id;
    if (isRange) setPicked(new Set([...ids, ...range.map((item) => item.id)]));
    else setPicked(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]));
  };
  return { ids, pick, clear: () => setPicked(new Set()) };
}

/** The rows that move with a row: all picked ones if it is one of them. */
export const togetherWith = (picked: PickedRows | null, id: number): ReadonlySet<number> =>
  picked?.ids.has(id) ? picked.ids : new Set([id]);
