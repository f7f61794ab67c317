import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, type RecordKind, recordCreated, removeRecord } from '#kernel/records/change-record.ts';
import { type Losses, requireSeen } from '#kernel/records/losses.ts';
import { type References, requireUnused } from '#kernel/records/references.ts';
import type { OrderKind } from '#kernel/records/sequence.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { requireLevelsUnused } from './levels/levels.service.ts';
import { deleteLevelsOf, insertDeletedLevels, listLevels } from './levels/levels.store.ts';
import { seriesMessages } from './series.messages.ts';
import {
  deleteSeries,
  findSeries,
  insertDeletedSeries,
  insertSeries,
  listSeries,
  lockSeries,
  lockSeriesOrder,
  type SeriesRow,
  updateSeries,
  updateSeriesOrder,
} from './series.store.ts';

const entity = 'series';

/** The id under which the audit trail records the order of all series. */
export const seriesOrderId = 'order';

/** The order of all series. */
export const seriesOrder: OrderKind = {
  entity,
  verb: 'reordered',
  lock: (ctx) => lockSeriesOrder(ctx.db),
  list: async (ctx) => (await listSeries(ctx.db)).map((row) => ({ id: row.ser_idx, title: row.title })),
  write: async (ctx, _id, wanted) => {
    await updateSeriesOrder(ctx.db, wanted);
    ctx.changed(entity);
  },
  refusal: (details) => seriesMessages.errorWith(409, 'series.order_failed', { details }),
};

const kind: RecordKind<number, SeriesRow> = {
  entity,
  missing: () => seriesMessages.error(404, 'series.not_found'),
  find: (ctx, id) => findSeries(ctx.db, id),
  lock: (ctx, id) => lockSeries(ctx.db, id),
  id: ({ ser_idx }) => ser_idx,
  audited: ({ title }) => ({ title }),
};

/** Adds a series at the end of the order. */
export async function createSeries(ctx: Context, title: string): Promise<number> {
  await lockSeriesOrder(ctx.db);
  const [row] = await insertSeries(ctx.db, [title]);
  if (!row) throw seriesMessages.errorWith(409, 'series.title_taken', { field: 'title' });
  return (await recordCreated(ctx, kind, row.ser_idx)).ser_idx;
}

/** Renames a series; renaming to the same title writes nothing. */
export async function renameSeries(ctx: Context, id: number, title: string, version?: number): Promise<void> {
  await changeRecord(ctx, kind, id, { version, values: { title }, write: () => updateSeries(ctx.db, id, title) });
}

/** Deletes a series with its levels, unless it or one of its levels is in use. */
export async function removeSeries(ctx: Context, references: References, id: number, seen?: string): Promise<void> {
  await lockSeriesOrder(ctx.db);
  const act = await beginAct(ctx);
  const remove = async ({ position }: SeriesRow) => {
    await requireUnused(ctx, references, entity, id, 'series.in_use');
    const levels = await listLevels(ctx.db, id);
    await requireLevelsUnused(ctx, references, levels);
    await requireSeen(ctx, seriesLosses, id, seen);
    await deleteLevelsOf(ctx.db, act, id);
    await deleteSeries(ctx.db, act, id);
    return { position, levels: levels.map((level) => level.title) };
  };
  await removeRecord(ctx, kind, id, remove, { act });
}

/** Puts a series that an act deleted back in the order, with its levels. */
async function restoreSeries(ctx: Context, id: number, act: number): Promise<void> {
  await lockSeriesOrder(ctx.db);
  await insertDeletedSeries(ctx.db, act, id);
  await insertDeletedLevels(ctx.db, act, id);
  await recordCreated(ctx, kind, id);
}

/** How adding a series, and deleting one, is undone. One that has got levels since stays. */
export const seriesExistence = (references: References): Removal & Insertion => ({
  remove: (ctx, id) => removeSeries(ctx, references, Number(id), ''),
  insert: (ctx, id, of) => restoreSeries(ctx, Number(id), of),
});

/** The levels of a series are deleted with it. */
export const seriesLosses: Losses = {
  find: async (ctx, id) => [{ text: 'series.lost_levels', count: (await listLevels(ctx.db, Number(id))).length }],
};
