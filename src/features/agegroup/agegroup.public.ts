import type { Context } from '#kernel/context.ts';
import { byTitle } from '#kernel/i18n/by-title.ts';
import { deleteAgegroups, findAgegroupsByTitle, insertAgegroups, listAgegroups } from './agegroup.store.ts';

/** Every age group by title, for filters and selectors. */
export async function listAgegroupOptions(ctx: Context): Promise<{ id: number; title: string }[]> {
  const rows = await listAgegroups(ctx.db);
  return rows.map((row) => ({ id: row.grp_idx, title: row.title })).toSorted(byTitle(ctx.locale));
}

/** The ids of the age groups with exactly these titles; a title nobody has is absent from the answer. */
export async function findAgegroupIds(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  const rows = await findAgegroupsByTitle(ctx.db, titles);
  return new Map(rows.map((row) => [row.title, row.grp_idx]));
}

/**
 * Adds the age groups that do not exist, in one statement, and answers the id of each one added; a title that somebody
 * has already is absent from the answer. Titles come trimmed and valid. Writes no audit row: the bulk act that needs
 * them records itself, once.
 */
export async function addAgegroups(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  if (titles.length === 0) return new Map();
  const rows = await insertAgegroups(ctx.db, titles);
  if (rows.length > 0) ctx.changed('age_group');
  return new Map(rows.map((row) => [row.title, row.grp_idx]));
}

/** Removes age groups that nothing uses, as part of a bulk act that records itself. */
export async function removeAgegroups(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteAgegroups(ctx.db, ids);
  ctx.changed('age_group');
}
