import { sql } from 'kysely';
import { agegroups } from '#features/agegroup/agegroup.public.ts';
import { categories } from '#features/category/category.public.ts';
import {
  addLevels,
  addSeries,
  findSeriesIds,
  removeEmptySeries,
  removeLevels,
} from '#features/series/series.public.ts';
import { idsOfAct } from '#kernel/records/acts.ts';
import type { References } from '#kernel/records/references.ts';
import type { ActPart } from '#kernel/records/undo.ts';
import { inNaturalOrder } from '#kernel/text/natural-order.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { MadeKind, MissingTitle } from './missing-titles.store.ts';

/**
 * Creates the titles that rows name and the library lacks: new series at the end of the order, new levels at the end of
 * their series, in the order in which the rows first name them; with `sortLevels`, levels by their numbers. Part of the
 * act that needs them; returns the count.
 */
export async function addMissingTitles(
  ctx: Context,
  act: number,
  missing: readonly MissingTitle[],
  { sortLevels = false }: { sortLevels?: boolean } = {},
): Promise<number> {
  const titles = (kind: MadeKind) => missing.filter((one) => one.kind === kind).map((one) => one.title);
  const newCategories = await categories.addMissing(ctx, act, titles('category'));
  const newAgegroups = await agegroups.addMissing(ctx, act, titles('age_group'));
  const newSeries = await addSeries(ctx, act, titles('series'));
  const levels = missing.filter((one) => one.kind === 'level');
  const newLevels = await addMissingLevels(
    ctx,
    act,
    sortLevels ? levelsBySeries(levels).flatMap(inNaturalOrder) : levels,
  );
  return newCategories.size + newAgegroups.size + newSeries.size + newLevels;
}

/** The levels of each series. */
export const levelsBySeries = (levels: readonly MissingTitle[]): MissingTitle[][] => [
  ...Map.groupBy(levels, ({ series }) => series).values(),
];

async function addMissingLevels(ctx: Context, act: number, levels: readonly MissingTitle[]): Promise<number> {
  const ids = await findSeriesIds(ctx, [...new Set(levels.map((level) => level.series ?? ''))]);
  const pairs = levels.flatMap((level) => {
    const serIdx = ids.get(level.series ?? '');
    return serIdx === undefined ? [] : [{ ser_idx: serIdx, title: level.title }];
  });
  return (await addLevels(ctx, act, pairs)).length;
}

const columns = { level: 'lev_idx', series: 'ser_idx', category: 'cat_idx', age_group: 'grp_idx' } as const;

/** The keys of titles. */
type Titles = Readonly<Record<MadeKind, readonly string[]>>;

/** The titles of the books that are undone for some rows. */
export async function findTitlesOf({ db }: Context, { only = [] }: ActPart): Promise<Titles> {
  const keys = Object.entries(columns).map(([kind, column]) => {
    const key = sql.ref(column);
    return sql`coalesce(array_agg(distinct ${key}::text) filter (where ${key} is not null), '{}') as ${sql.ref(kind)}`;
  });
  const { rows } = await sql<Titles>`select ${sql.join(keys)} from book where bid = any(${only}::text[])`.execute(db);
  return rows[0] ?? { level: [], series: [], category: [], age_group: [] };
}

/**
 * Removes, as part of `act`, the titles that the act `of` created for its rows and that are no longer in use; with
 * `titles`, only those of them.
 */
export async function removeUnusedTitles(
  ctx: Context,
  references: References,
  { of, act, titles }: { of: number; act: number; titles?: Titles | undefined },
): Promise<void> {
  const unused = async (kind: MadeKind) => {
    const isChosen = titles ? sql`record_id = any(${titles[kind]}::text[])` : sql`true`;
    const { rows } = await sql<{ id: string }>`
      select record_id as id from (${idsOfAct(of, kind)}) made
      where ${isChosen} and not exists (select from book where ${sql.ref(columns[kind])} = record_id::integer)`.execute(
      ctx.db,
    );
    const ids = rows.map(({ id }) => id);
    const inUse = await references.referenced(ctx, kind, ids);
    return ids.filter((id) => !inUse.has(id)).map(Number);
  };
  await removeLevels(ctx, act, await unused('level'));
  await removeEmptySeries(ctx, act, await unused('series'));
  await categories.removeUnused(ctx, act, await unused('category'));
  await agegroups.removeUnused(ctx, act, await unused('age_group'));
}
