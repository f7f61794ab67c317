import type { Context } from '#kernel/context.ts';
import { byTitle } from '#kernel/i18n/by-title.ts';
import { deleteCategories, findCategoriesByTitle, insertCategories, listCategories } from './category.store.ts';

/** Every category by title, for filters and selectors. */
export async function listCategoryOptions(ctx: Context): Promise<{ id: number; title: string }[]> {
  const rows = await listCategories(ctx.db);
  return rows.map((row) => ({ id: row.cat_idx, title: row.title })).toSorted(byTitle(ctx.locale));
}

/** The ids of the categories with exactly these titles; a title nobody has is absent from the answer. */
export async function findCategoryIds(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  const rows = await findCategoriesByTitle(ctx.db, titles);
  return new Map(rows.map((row) => [row.title, row.cat_idx]));
}

/**
 * Adds the categories that do not exist, in one statement, and answers the id of each one added; a title that somebody
 * has already is absent from the answer. Titles come trimmed and valid. Writes no audit row: the bulk act that needs
 * them records itself, once.
 */
export async function addCategories(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  if (titles.length === 0) return new Map();
  const rows = await insertCategories(ctx.db, titles);
  if (rows.length > 0) ctx.changed('category');
  return new Map(rows.map((row) => [row.title, row.cat_idx]));
}

/** Removes categories that nothing uses, as part of a bulk act that records itself. */
export async function removeCategories(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteCategories(ctx.db, ids);
  ctx.changed('category');
}
