import { sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { MenuItem, MenuView } from '../http/page-frame.rules.ts';
import type { Context } from '../work/context.ts';
import type { CachedCounts, Counter } from './cached-counts.ts';

/** A menu entry as declared by a feature. */
export interface CountedItem extends Omit<MenuItem, 'count'> {
  count?: Counter;
}

/** Counts the rows of a table, which takes too long on a large one for a request that people wait for. */
export const rowCount =
  (table: keyof DB) =>
  async ({ db }: Context): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };

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
