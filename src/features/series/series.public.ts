import type { Context } from '#kernel/context.ts';
import {
  deleteLevels,
  findLevelsByKey,
  findSeriesOfLevels,
  insertLevels,
  type LevelKey,
  listLevels,
  lockLevelOrder,
} from './levels/levels.store.ts';
import {
  deleteSeriesWithoutLevels,
  findSeriesByTitle,
  insertSeries,
  listSeries,
  lockSeriesOrder,
} from './series.store.ts';

export type { LevelKey };

/** Every series in its order, for filters and selectors. */
export async function listSeriesOptions(ctx: Context): Promise<{ id: number; title: string }[]> {
  return (await listSeries(ctx.db)).map((row) => ({ id: row.ser_idx, title: row.title }));
}

/** The levels of a series in their order, for filters and selectors; none for a series that does not exist. */
export async function listLevelOptions(ctx: Context, serIdx: number): Promise<{ id: number; title: string }[]> {
  return (await listLevels(ctx.db, serIdx)).map((row) => ({ id: row.lev_idx, title: row.title }));
}

/** The ids of the series with exactly these titles; a title nobody has is absent from the answer. */
export async function findSeriesIds(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  const rows = await findSeriesByTitle(ctx.db, titles);
  return new Map(rows.map((row) => [row.title, row.ser_idx]));
}

/** The levels with exactly these titles in these series; one that does not exist is absent from the answer. */
export async function findLevelIds(
  ctx: Context,
  keys: readonly LevelKey[],
): Promise<(LevelKey & { lev_idx: number })[]> {
  return findLevelsByKey(ctx.db, keys);
}

/**
 * Adds the series that do not exist, at the end of the order in the sequence given, and answers the id of each one
 * added; a title that somebody has already is absent from the answer. Until the transaction ends, others who add,
 * delete or reorder series wait. Titles come trimmed and valid. Part of the act on many that needs them, which
 * tells of itself once.
 */
export async function addSeries(ctx: Context, act: number, titles: readonly string[]): Promise<Map<string, number>> {
  if (titles.length === 0) return new Map();
  await lockSeriesOrder(ctx.db);
  const rows = await insertSeries(ctx.db, titles, act);
  if (rows.length > 0) ctx.changed('series');
  return new Map(rows.map((row) => [row.title, row.ser_idx]));
}

/**
 * The same for levels, each at the end of its series; answers those added. A series that does not exist is refused
 * with 404.
 */
export async function addLevels(
  ctx: Context,
  act: number,
  keys: readonly LevelKey[],
): Promise<(LevelKey & { lev_idx: number })[]> {
  if (keys.length === 0) return [];
  await lockLevelOrder(ctx.db, [...new Set(keys.map((key) => key.ser_idx))]);
  const rows = await insertLevels(ctx.db, keys, act);
  if (rows.length > 0) ctx.changed('series');
  return rows;
}

/** Removes series without levels that nothing uses, as part of an act on many. */
export async function removeEmptySeries(ctx: Context, act: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockSeriesOrder(ctx.db);
  await deleteSeriesWithoutLevels(ctx.db, act, ids);
  ctx.changed('series');
}

/** The same for levels. */
export async function removeLevels(ctx: Context, act: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockLevelOrder(ctx.db, await findSeriesOfLevels(ctx.db, ids));
  await deleteLevels(ctx.db, act, ids);
  ctx.changed('series');
}
