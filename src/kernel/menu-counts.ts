import type { BackgroundCounts, Counter } from './background-counts.ts';
import type { MenuItem } from './http/page-frame.rules.ts';

/** A menu entry as declared by a feature. */
export interface CountedItem extends Omit<MenuItem, 'count'> {
  count?: Counter;
}

/** The menu with the counts known at this moment. */
export const countedMenu = (items: readonly CountedItem[], counts: BackgroundCounts): MenuItem[] =>
  items.map(({ count: counter, ...item }) => {
    const count = counter && counts.get(`menu ${item.href}`, counter);
    return count === undefined ? item : { ...item, count };
  });
