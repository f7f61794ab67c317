import { commonMessages } from '#kernel/messages/common.messages.ts';
import { beginAct, getAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { blockerValues, type References } from '#kernel/records/references.ts';
import { type OrderKind, sequenceKey } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';
import { seriesMessages } from '../series.messages.ts';
import { type LevelListRow, listLevelRows } from '../series.read.ts';
import { findSeriesTitle } from '../series.store.ts';
import {
  deleteLevel,
  findLevel,
  insertDeletedLevels,
  insertLevels,
  type LevelName,
  type LevelRow,
  listLevels,
  lockLevel,
  lockLevelOrder,
  updateLevel,
  updateLevelOrder,
} from './levels.store.ts';

const entity = 'level';

const kind: RecordKind<number, LevelRow> = {
  entity,
  missing: () => seriesMessages.error(404, 'series.level_not_found'),
  find: (ctx, id) => findLevel(ctx.db, id),
  lock: (ctx, id) => lockLevel(ctx.db, id),
  id: ({ lev_idx }) => lev_idx,
  audited: ({ ser_idx, title }) => ({ ser_idx, title }),
  announce: (ctx, { ser_idx }) => ctx.changed('series', ser_idx),
};

async function lockOrder(ctx: Context, serIdx: number): Promise<void> {
  const [found] = await lockLevelOrder(ctx.db, [serIdx]);
  if (!found) throw seriesMessages.errorWith(404, 'series.not_found', { field: 'ser_idx' });
}

/** The title of a series; 404 if it does not exist. */
export async function seriesTitle(ctx: Context, serIdx: number): Promise<string> {
  const title = await findSeriesTitle(ctx.db, serIdx);
  if (title === undefined) throw seriesMessages.errorWith(404, 'series.not_found', { field: 'ser_idx' });
  return title;
}

/** The levels of a series in order, and the key of that order. */
export async function levelsOf(
  ctx: Context,
  references: References,
  serIdx: number,
): Promise<{ levels: LevelListRow[]; base: string }> {
  await seriesTitle(ctx, serIdx);
  const levels = await listLevelRows(ctx, references, serIdx);
  return { levels, base: sequenceKey(levels.map((level) => ({ id: level.lev_idx }))) };
}

export const getLevel = (ctx: Context, id: number): Promise<LevelRow> => getRecord(ctx, kind, id);

/** Adds a level at the end of its series. */
export async function createLevel(ctx: Context, serIdx: number | '' | undefined, title: string): Promise<number> {
  if (!serIdx) throw commonMessages.errorWith(422, 'BOOK-41', { field: 'ser_idx' });
  await lockOrder(ctx, serIdx);
  const [row] = await insertLevels(ctx.db, [{ ser_idx: serIdx, title }]);
  if (!row) throw seriesMessages.errorWith(409, 'series.level_title_taken', { field: 'title' });
  return (await recordCreated(ctx, kind, row.lev_idx)).lev_idx;
}

/** Renames a level; renaming to the same title writes nothing. */
export async function renameLevel(ctx: Context, id: number, title: string, version?: number): Promise<void> {
  await changeRecord(ctx, kind, id, { version, values: { title }, write: () => updateLevel(ctx.db, id, title) });
}

/** Deletes a level, unless something uses it. */
export async function removeLevel(ctx: Context, references: References, id: number): Promise<void> {
  // The series first: all code locks in this order, so that nobody deadlocks.
  await lockOrder(ctx, (await getLevel(ctx, id)).ser_idx);
  const act = await beginAct(ctx);
  const remove = async (row: LevelRow) => {
    await requireLevelsUnused(ctx, references, [row]);
    await deleteLevel(ctx.db, act, row);
  };
  await removeRecord(ctx, kind, id, remove, { act });
}

/** Puts a level that an act deleted back into its series; 404 if the series is gone. */
export async function restoreLevel(ctx: Context, id: number, act: number): Promise<void> {
  const { ser_idx } = Object((await getAct(ctx, act)).before);
  await lockOrder(ctx, ser_idx);
  await insertDeletedLevels(ctx.db, act, ser_idx, id);
  await recordCreated(ctx, kind, id);
}

/** Rejects if anything refers to one of these levels. */
export async function requireLevelsUnused(
  ctx: Context,
  references: References,
  levels: readonly LevelName[],
): Promise<void> {
  if (levels.length === 0) return;
  const ids = levels.map((level) => level.lev_idx);
  const found = await references.find(ctx, entity, ids);
  if (found.count === 0) return;
  throw seriesMessages.errorWith(
    409,
    'series.level_in_use',
    { details: { count: found.count, references: found.first } },
    blockerValues(found),
  );
}

/** The order of the levels of a series. */
export const levelOrder: OrderKind = {
  entity: 'series',
  verb: 'levels_reordered',
  lock: (ctx, serIdx) => lockOrder(ctx, Number(serIdx)),
  list: async (ctx, serIdx) =>
    (await listLevels(ctx.db, Number(serIdx))).map((row) => ({ id: row.lev_idx, title: row.title })),
  write: async (ctx, serIdx, wanted) => {
    await updateLevelOrder(ctx.db, wanted);
    ctx.changed('series', serIdx);
  },
  refusal: (details) => seriesMessages.errorWith(409, 'series.level_order_failed', { details }),
};
