import type { MenuItem, MenuView } from '../http/page-frame.rules.ts';
import type { CachedCounts, Counter } from './cached-counts.ts';

/** A menu entry as declared by a feature. */
export interface CountedItem extends Omit<MenuItem, 'count'> {
  count?: Counter;
}

/** The menu with the counts known at this moment; null stands for a count that is not known. */
export const countedMenu = (items: readonly CountedItem[], counts: CachedCounts): MenuItem[] =>
  items.map(({ count: counter, ...item }) =>
    counter ? { ...item, count: counts.get(`menu ${item.href}`, counter) ?? null } : item,
  );

/**
 * The counts of a menu, as sent to open screens: by the addresses of its entries, and by `view` and `grown` with the key
 * of a saved view.
 */
export const menuCounts = (menu: readonly MenuItem[], views: readonly MenuView[]): Record<string, number | null> =>
  Object.fromEntries([
    ...menu.flatMap(({ href, count }) => (count === undefined ? [] : [[href, count]])),
    ...views.flatMap(({ view_idx, count, grown }) => [
      [`view ${view_idx}`, count],
      [`grown ${view_idx}`, grown],
    ]),
  ]);
