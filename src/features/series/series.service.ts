import { changeRecord, type RecordKind, recordCreated, removeRecord } from '#kernel/records/change-record.ts';
import { type References, requireUnused } from '#kernel/records/references.ts';
import type { OrderKind } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';
import { requireLevelsUnused } from './levels/levels.service.ts';
import { listLevels } from './levels/levels.store.ts';
import { seriesMessages } from './series.messages.ts';
import {
  deleteSeries,
  findSeries,
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
export async function removeSeries(ctx: Context, references: References, id: number): Promise<void> {
  await lockSeriesOrder(ctx.db);
  await removeRecord(ctx, kind, id, async ({ position }) => {
    await requireUnused(ctx, references, entity, id, 'series.in_use');
    const levels = await listLevels(ctx.db, id);
    await requireLevelsUnused(ctx, references, levels);
    await deleteSeries(ctx.db, id);
    return { position, levels: levels.map((level) => level.title) };
  });
}
