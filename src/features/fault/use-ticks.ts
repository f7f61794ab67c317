import type { ListQuery } from '#ui/page/list-url.ts';
import { type ListSelection, useListSelection } from '#ui/table/use-list-selection.ts';

/** Which records an act is meant for, as its call has them. */
export type Meant = { ids: string[] } | { all: true; except: string[] };

export interface Ticks extends ListSelection {
  meant: () => Meant;
}

/** The ticked rows of a list of which all are ticked to begin with: what is kept for the day are those that are not. */
export function useTicks(path: string, filter: ListQuery, total: number): Ticks {
  const unticked = useListSelection(path, filter, total);
  return {
    all: !unticked.all,
    count: Math.max(0, total - unticked.count),
    has: (key) => !unticked.has(key),
    set: (keys, isTicked) => unticked.set(keys, !isTicked),
    selectAll: unticked.clear,
    clear: unticked.selectAll,
    over: (filtered) => {
      const of = unticked.over(filtered);
      return 'ids' in of ? { filter: filtered, except: of.ids } : { ids: of.except };
    },
    meant: () => {
      const of = unticked.over(null);
      return 'ids' in of ? { all: true, except: of.ids } : { ids: of.except };
    },
  };
}
