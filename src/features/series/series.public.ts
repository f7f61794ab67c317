import type { Context } from '#kernel/work/context.ts';
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

/** Every series in order, for filters and selectors. */
export async function listSeriesOptions(ctx: Context): Promise<{ id: number; title: string }[]> {
  return (await listSeries(ctx.db)).map((row) => ({ id: row.ser_idx, title: row.title }));
}

/** The levels of a series in order, for filters and selectors; none if the series does not exist. */
export async function listLevelOptions(ctx: Context, serIdx: number): Promise<{ id: number; title: string }[]> {
  return (await listLevels(ctx.db, serIdx)).map((row) => ({ id: row.lev_idx, title: row.title }));
}

/** The ids of the series with exactly these titles; unknown titles are absent from the result. */
export async function findSeriesIds(ctx: Context, titles: readonly string[]): Promise<Map<string, number>> {
  const rows = await findSeriesByTitle(ctx.db, titles);
  return new Map(rows.map((row) => [row.title, row.ser_idx]));
}

/** The levels with exactly these titles in these series; missing ones are absent from the result. */
export async function findLevelIds(
  ctx: Context,
  keys: readonly LevelKey[],
): Promise<(LevelKey & { lev_idx: number })[]> {
  return findLevelsByKey(ctx.db, keys);
}

/**
 * Adds the series that do not exist, at the end of the order in the given sequence, and returns the ids of those added;
 * existing titles are absent from the result. Until the transaction ends, others who add, delete or reorder series
 * wait. Titles must be trimmed and valid. Part of the bulk act that needs them, which is audited once.
 */
export async function addSeries(ctx: Context, act: number, titles: readonly string[]): Promise<Map<string, number>> {
  if (titles.length === 0) return new Map();
  await lockSeriesOrder(ctx.db);
  const rows = await insertSeries(ctx.db, titles, act);
  if (rows.length > 0) ctx.changed('series');
  return new Map(rows.map((row) => [row.title, row.ser_idx]));
}

/**
 * Adds the levels that do not exist, each at the end of its series; returns those added. A series that does not exist
 * is rejected with 404.
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

/** Removes unused series without levels, as part of a bulk act. */
export async function removeEmptySeries(ctx: Context, act: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockSeriesOrder(ctx.db);
  await deleteSeriesWithoutLevels(ctx.db, act, ids);
  ctx.changed('series');
}

/** Removes unused levels, as part of a bulk act. */
export async function removeLevels(ctx: Context, act: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockLevelOrder(ctx.db, await findSeriesOfLevels(ctx.db, ids));
  await deleteLevels(ctx.db, act, ids);
  ctx.changed('series');
}
