import type { Context } from '#kernel/context.ts';
import { type References, requireUnused } from '#kernel/references.ts';
import { changedPart, findSequenceConflict } from '#kernel/sequence.ts';
import { requireFresh } from '#kernel/stale.ts';
import { requireLevelsUnused } from './levels/levels.service.ts';
import { listLevels } from './levels/levels.store.ts';
import { seriesMessages } from './series.messages.ts';
import { findBooksIn } from './series.read.ts';
import {
  deleteSeries,
  findSeries,
  insertSeries,
  listSeries,
  lockSeriesOrder,
  type SeriesRow,
  updateSeries,
  updateSeriesOrder,
} from './series.store.ts';

const entity = 'series';

/** The order of all series, as the audit trail names it beside the series themselves. */
export const seriesOrderId = 'order';

const order = { entity, id: seriesOrderId, action: 'series.reordered' };

async function getSeries(ctx: Context, serIdx: number): Promise<SeriesRow> {
  const row = await findSeries(ctx.db, serIdx);
  if (!row) throw seriesMessages.error(404, 'series.not_found');
  return row;
}

/** Adds a series at the end of the order. */
export async function createSeries(ctx: Context, title: string): Promise<number> {
  await lockSeriesOrder(ctx.db);
  const [row] = await insertSeries(ctx.db, [title]);
  if (!row) throw seriesMessages.errorWith(409, 'series.title_taken', { field: 'title' });
  ctx.audit({ entity, id: row.ser_idx, action: 'series.created', after: { title } });
  ctx.changed(entity, row.ser_idx);
  return row.ser_idx;
}

/** Renaming to the same title changes nothing and leaves no trace. */
export async function renameSeries(ctx: Context, id: number, title: string, version?: number): Promise<void> {
  const before = await getSeries(ctx, id);
  const record = { title: before.title };
  await requireFresh(ctx, { entity, id, current: before.version, loaded: version, record });
  if (before.title === title) return;
  await updateSeries(ctx.db, id, title);
  ctx.audit({ entity, id, action: 'series.updated', before: record, after: { title } });
  ctx.changed(entity, id);
}

/** Deletes a series with its levels, unless something uses it or one of them. */
export async function removeSeries(ctx: Context, references: References, id: number): Promise<void> {
  await lockSeriesOrder(ctx.db);
  const { title, position } = await getSeries(ctx, id);
  const books = await findBooksIn(ctx.db, 'ser_idx', id);
  if (books.count > 0) throw seriesMessages.error(409, 'series.has_books', books);
  await requireUnused(ctx, references, entity, id, 'series.in_use');
  const levels = await listLevels(ctx.db, id);
  await requireLevelsUnused(ctx, references, levels);
  await deleteSeries(ctx.db, id);
  const before = { title, position, levels: levels.map((level) => level.title) };
  ctx.audit({ entity, id, action: 'series.deleted', before });
  ctx.changed(entity, id);
}

/** Sets the order of all series. One that names too many or too few, or replaces a newer one, is refused. */
export async function reorderSeries(ctx: Context, wanted: readonly number[], base?: string): Promise<void> {
  await lockSeriesOrder(ctx.db);
  const current = (await listSeries(ctx.db)).map((row) => ({ id: row.ser_idx, title: row.title }));
  const details = await findSequenceConflict(ctx, { current, wanted, base, audited: order });
  if (details) throw seriesMessages.errorWith(409, 'series.order_failed', { details });
  const change = changedPart(
    current.map(({ id }) => id),
    wanted,
  );
  if (!change) return;
  await updateSeriesOrder(ctx.db, wanted);
  ctx.audit({ ...order, ...change });
  ctx.changed(entity);
}
