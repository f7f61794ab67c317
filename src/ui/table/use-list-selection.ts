import { useEffect, useState } from 'react';
import { findKept, keep } from '#client/kept.ts';
import { type ListQuery, listUrl } from './list-url.ts';

/** Which rows of a list are selected: some by key, or all matching ones with exceptions. */
export interface ListSelection {
  count: number;
  /** Every matching row is selected, on other pages too, except those deselected since. */
  all: boolean;
  has: (key: string | number) => boolean;
  set: (keys: readonly (string | number)[], selected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
  /** As calls expect it, over the list's current filter. */
  over: <Filter>(filter: Filter) => { ids: string[] } | { filter: Filter; except: string[] };
}

/** `keys` are the selected rows or, if `all`, the excluded ones. */
interface Kept {
  all: boolean;
  keys: ReadonlySet<string>;
}

const nothing: Kept = { all: false, keys: new Set() };

/** The selection of a list of `total` rows under these filters. It is kept across pages, whatever their order. */
export function useListSelection(path: string, filter: ListQuery, total: number): ListSelection {
  const [kept, setKept] = useState(nothing);
  const storageKey = `selection ${listUrl(path, filter)}`;
  // After hydration: the server renders the list with nothing selected.
  useEffect(() => setKept(read(storageKey)), [storageKey]);
  const update = (next: Kept) => {
    setKept(next);
    write(storageKey, next);
  };
  const { all, keys } = kept;
  return {
    all,
    count: all ? Math.max(0, total - keys.size) : keys.size,
    has: (key) => keys.has(String(key)) !== all,
    set: (changed, selected) => {
      const next = new Set(keys);
      for (const key of changed) {
        if (selected === all) next.delete(String(key));
        else next.add(String(key));
      }
      update({ all, keys: next });
    },
    selectAll: () => update({ all: true, keys: new Set() }),
    clear: () => update(nothing),
    over: (shown) => (all ? { filter: shown, except: [...keys] } : { ids: [...keys] }),
  };
}

function read(storageKey: string): Kept {
  const stored: { all: boolean; keys: string[] } | null = findKept(sessionStorage, storageKey);
  return stored ? { all: stored.all, keys: new Set(stored.keys) } : nothing;
}

function write(storageKey: string, { all, keys }: Kept): void {
  // A storage that is full would keep the previous selection, and the next page would act on it.
  sessionStorage.removeItem(storageKey);
  if (all || keys.size > 0) keep(sessionStorage, storageKey, { all, keys: [...keys] });
}
