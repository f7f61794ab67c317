import type { BackgroundCounts, Counter } from './background-counts.ts';
import type { MenuItem } from './http/page-frame.rules.ts';

/** An entry as a feature declares it. */
export interface CountedItem extends Omit<MenuItem, 'count'> {
  count?: Counter;
}

/** The menu with the counts that are known now. */
export const countedMenu = (items: readonly CountedItem[], counts: BackgroundCounts): MenuItem[] =>
  items.map(({ count: counter, ...item }) => {
    const count = counter && counts.get(`menu ${item.href}`, counter);
    return count === undefined ? item : { ...item, count };
  });
