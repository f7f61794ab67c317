import type { RecordHit } from '#kernel/records/found-records.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { References } from '#kernel/records/references.ts';
import { levelOrder } from './levels/levels.service.ts';
import { listLevels } from './levels/levels.store.ts';
import { nearSeries, searchSeries } from './series.read.ts';
import { renameSeries, seriesExistence, seriesLosses, seriesOrder, seriesOrderId } from './series.service.ts';

export const seriesRecord = (references: References): RecordDeclaration => ({
  kind: 'series',
  label: 'series.field',
  all: { id: seriesOrderId, label: 'series.all' },
  href: (id) => (id === seriesOrderId ? '/series' : `/series?open=${id}`),
  titles: { table: 'series', key: 'ser_idx' },
  find: {
    icon: 'series',
    by: async (ctx, text) => (await searchSeries(ctx.db, text, hits)).map(hitOf),
    near: async (ctx, text) => (await nearSeries(ctx.db, text, hits)).map(hitOf),
  },
  acts: [{ key: 'series.create', icon: 'add', href: '/series/create' }],
  owns: {
    kind: 'level',
    ids: async (ctx, id) => (await listLevels(ctx.db, Number(id))).map(({ lev_idx }) => lev_idx),
  },
  refs: { ids: (_action, id) => (id === seriesOrderId ? 'series' : 'level') },
  losses: seriesLosses,
  existence: seriesExistence(references),
  undo: { reordered: { order: seriesOrder }, levels_reordered: { order: levelOrder } },
  restore: { fields: ['title'], write: (ctx, id, { title }) => renameSeries(ctx, Number(id), String(title)) },
  actions: { levels_reordered: 'series.did_reorder_levels' },
  fields: {
    title: 'common.title',
    position: 'series.field_position',
    levels: 'series.field_levels',
    from: 'series.field_from',
    ids: 'series.field_ids',
  },
});

interface FoundSeries {
  id: number;
  title: string;
  place: number;
  nearness?: number;
}

// The number of series the finder shows beside records of other kinds.
const hits = 5;

const hitOf = ({ id, title, place, nearness }: FoundSeries): RecordHit => ({
  ...(nearness !== undefined && { nearness }),
  label: title,
  detail: `#${place}`,
  record: String(id),
  href: `/series?open=${id}`,
});
