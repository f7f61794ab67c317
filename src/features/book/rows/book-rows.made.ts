import { sql } from 'kysely';
import { addAgegroups, removeAgegroups } from '#features/agegroup/agegroup.public.ts';
import { addCategories, removeCategories } from '#features/category/category.public.ts';
import {
  addLevels,
  addSeries,
  findSeriesIds,
  removeEmptySeries,
  removeLevels,
} from '#features/series/series.public.ts';
import type { Context } from '#kernel/context.ts';
import type { References } from '#kernel/references.ts';
import type { Made, MadeKind, MissingTitle } from './book-rows.missing.ts';

/**
 * Makes what rows name and the library lacks: new series at the end of the order, new levels at the end of their
 * series, in the order in which the rows first name them. Audited by the act that needs them.
 */
export async function addMissingTitles(ctx: Context, missing: readonly MissingTitle[]): Promise<Made[]> {
  const titles = (kind: MadeKind) => missing.filter((one) => one.kind === kind).map((one) => one.title);
  const made = (kind: MadeKind, ids: Iterable<number>): Made[] => [...ids].map((idx) => ({ kind, idx }));
  const categories = await addCategories(ctx, titles('category'));
  const agegroups = await addAgegroups(ctx, titles('age_group'));
  const series = await addSeries(ctx, titles('series'));
  const levels = await addMissingLevels(
    ctx,
    missing.filter((one) => one.kind === 'level'),
  );
  return [
    ...made('category', categories.values()),
    ...made('age_group', agegroups.values()),
    ...made('series', series.values()),
    ...made('level', levels),
  ];
}

async function addMissingLevels(ctx: Context, levels: readonly MissingTitle[]): Promise<number[]> {
  const ids = await findSeriesIds(ctx, [...new Set(levels.map((level) => level.series ?? ''))]);
  const pairs = levels.flatMap((level) => {
    const serIdx = ids.get(level.series ?? '');
    return serIdx === undefined ? [] : [{ ser_idx: serIdx, title: level.title }];
  });
  const added = await addLevels(ctx, pairs);
  return added.map((level) => level.lev_idx);
}

/** Removes of these records those that no book uses and nothing else holds. */
export async function removeUnusedTitles(ctx: Context, references: References, made: readonly Made[]): Promise<void> {
  const unused = async (kind: MadeKind, column: 'ser_idx' | 'lev_idx' | 'cat_idx' | 'grp_idx') => {
    const ids = made.filter((one) => one.kind === kind).map((one) => one.idx);
    if (ids.length === 0) return [];
    const used = await ctx.db
      .selectFrom('book')
      .select(column)
      .distinct()
      .where(sql<boolean>`${sql.ref(column)} = any(${ids}::integer[])`)
      .execute();
    const taken = new Set<number | null>(used.map((row) => row[column]));
    const held = await references.held(ctx, kind, ids.map(String));
    return ids.filter((id) => !taken.has(id) && !held.has(String(id)));
  };
  await removeLevels(ctx, await unused('level', 'lev_idx'));
  await removeEmptySeries(ctx, await unused('series', 'ser_idx'));
  await removeCategories(ctx, await unused('category', 'cat_idx'));
  await removeAgegroups(ctx, await unused('age_group', 'grp_idx'));
}
