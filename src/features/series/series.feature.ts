import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { levelsRoutes } from './levels/levels.routes.ts';
import { renameLevel } from './levels/levels.service.ts';
import { listLevels } from './levels/levels.store.ts';
import { seriesMessages } from './series.messages.ts';
import { countSeries } from './series.read.ts';
import { seriesRoutes } from './series.routes.ts';
import { renameSeries, seriesOrderId } from './series.service.ts';

/** Series in order of difficulty, each with its ordered levels: the place of every book. */
export const series: Feature = {
  name: 'series',
  messages: seriesMessages,
  menu: [
    {
      key: 'series.heading',
      href: '/series',
      order: 30,
      group: 'catalogue',
      icon: 'series',
      count: { kinds: ['series'], count: countSeries },
    },
  ],
  constraints: {
    series__title_key: { status: 409, key: 'series.title_taken', field: 'title' },
    level__ser_idx_title_key: { status: 409, key: 'series.level_title_taken', field: 'title' },
    level__ser_idx_fkey: { status: 404, key: 'series.not_found', field: 'ser_idx' },
  },
  register(kernel) {
    seriesRoutes(kernel);
    levelsRoutes(kernel);
    kernel.references.addParts({
      of: 'series',
      parts: 'level',
      ids: async (ctx, id) => (await listLevels(ctx.db, Number(id))).map(({ lev_idx }) => lev_idx),
    });
    kernel.recordLinks.add({
      entity: 'series',
      label: 'series.field',
      all: { id: seriesOrderId, label: 'series.all' },
      href: (id) => (id === seriesOrderId ? '/series' : `/series?open=${id}`),
      titles: titlesIn('series', { key: 'ser_idx' }),
      refs: { ids: (action) => (action === 'series.levels_reordered' ? 'level' : 'series') },
      restore: { fields: ['title'], write: (ctx, id, { title }) => renameSeries(ctx, Number(id), String(title)) },
      actions: { 'series.levels_reordered': 'series.did_reorder_levels' },
      fields: {
        title: 'common.title',
        position: 'series.field_position',
        levels: 'series.field_levels',
        from: 'series.field_from',
        ids: 'series.field_ids',
      },
    });
    kernel.recordLinks.add({
      entity: 'level',
      label: 'series.level_kind',
      href: () => '/series',
      titles: titlesIn('level', { key: 'lev_idx' }),
      refs: { ser_idx: () => 'series' },
      restore: { fields: ['title'], write: (ctx, id, { title }) => renameLevel(ctx, Number(id), String(title)) },
      fields: { title: 'common.title', ser_idx: 'series.field' },
    });
  },
};
