import { z } from 'zod';
import type { ChangeFields, ChangeKind } from '#kernel/changesets/kinds.ts';
import { mergedOrder, shownMoves } from '#kernel/records/sequence.rules.ts';
import { changeSequence } from '#kernel/records/sequence.ts';
import { sequence } from './series.contract.ts';
import { seriesOrder, seriesOrderId } from './series.service.ts';
import { listSeries, lockSeriesOrder } from './series.store.ts';

const SeriesOrder = z.strictObject({ sequence });
type SeriesOrder = z.output<typeof SeriesOrder>;

const orderOf = ({ sequence: ids = [] }: ChangeFields) => ids as number[];

/** The order of the series, as releases change it. */
export const seriesChanges: ChangeKind<SeriesOrder> = {
  kind: 'series',
  entity: 'series',
  label: 'series.heading',
  icon: 'series',
  order: () => 60,
  values: SeriesOrder,
  namesIn: () => ['sequence'],
  valuesOf: (fields) => ({ sequence: orderOf(fields) }),
  read: async (ctx, wanted, lock) => {
    if (lock) await lockSeriesOrder(ctx.db);
    const ids = (await listSeries(ctx.db)).map(({ ser_idx }) => ser_idx);
    return new Map(wanted.has(seriesOrderId) ? [[seriesOrderId, { sequence: ids }]] : []);
  },
  write: async (ctx, changes) => {
    for (const { values } of changes)
      await changeSequence(ctx, seriesOrder, { id: seriesOrderId, wanted: values.sequence });
  },
  isSequence: true,
  isOfOthers: () => true,
  fit: (wanted, now) => ({ sequence: mergedOrder(orderOf(wanted), orderOf(now)) }),
  describe: async (ctx, changes) => {
    const titles = new Map((await listSeries(ctx.db)).map(({ ser_idx, title }) => [ser_idx, title]));
    return changes.map(({ base, fields }) =>
      shownMoves(orderOf(base), orderOf(fields), (id) => titles.get(id) ?? `#${id}`),
    );
  },
};
