import { useEffect, useState } from 'react';
import { findStored, storeValue } from '#client/stored.ts';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import { isStillMeant } from './selection-age.rules.ts';

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
interface StoredSelection {
  all: boolean;
  keys: ReadonlySet<string>;
}

const nothing: StoredSelection = { all: false, keys: new Set() };

/**
 * The selection of a list of `total` rows under these filters. It is kept across pages, whatever their order, for the
 * day; until somebody selects, the rows of these `first` keys are.
 */
export function useListSelection(
  path: string,
  filter: ListQuery,
  total: number,
  first: readonly (string | number)[] = [],
): ListSelection {
  const started = first.join(' ');
  const [chosen, setChosen] = useState(() => selected(started));
  const storageKey = `selection ${listUrl(path, filter)}`;
  // After hydration: the server knows what is selected at first, and nothing that this browser has kept.
  useEffect(() => setChosen(read(storageKey) ?? selected(started)), [storageKey, started]);
  const update = (next: StoredSelection) => {
    setChosen(next);
    write(storageKey, next);
  };
  const { all, keys } = chosen;
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

const selected = (keys: string): StoredSelection => ({ all: false, keys: new Set(keys.split(' ').filter(Boolean)) });

function read(storageKey: string): StoredSelection | null {
  const stored: { all: boolean; keys: string[]; at: number } | null = findStored(sessionStorage, storageKey);
  return stored && isStillMeant(stored.at, Date.now()) ? { all: stored.all, keys: new Set(stored.keys) } : null;
}

function write(storageKey: string, { all, keys }: StoredSelection): void {
  // A storage that is full would keep the previous selection, and the next page would act on it.
  sessionStorage.removeItem(storageKey);
  if (all || keys.size > 0) storeValue(sessionStorage, storageKey, { all, keys: [...keys], at: Date.now() });
}
