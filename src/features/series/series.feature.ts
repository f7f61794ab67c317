import { rowCount } from '#kernel/desk/menu-counts.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { levelChanges } from './levels/level.changes.ts';
import { levelRecord } from './levels/level.record.ts';
import { levelsRoutes } from './levels/levels.routes.ts';
import { seriesChanges } from './series.changes.ts';
import { seriesMessages } from './series.messages.ts';
import { levelOrder } from './series.faults.ts';
import { seriesTexts } from './series-text.faults.ts';
import { titleChanges } from './series-title.changes.ts';
import { seriesRecord } from './series.record.ts';
import { seriesRoutes } from './series.routes.ts';

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
      letter: 's',
      count: { kinds: ['series'], count: rowCount('series') },
    },
  ],
  constraints: {
    series__title_key: { status: 409, key: 'series.title_taken', field: 'title' },
    level__ser_idx_title_key: { status: 409, key: 'series.level_title_taken', field: 'title' },
    level__ser_idx_fkey: { status: 404, key: 'series.not_found', field: 'ser_idx' },
  },
  exported: { tables: ['level', 'series'] },
  register(kernel) {
    seriesRoutes(kernel);
    levelsRoutes(kernel);
    kernel.faults.add(levelOrder);
    kernel.faults.addAlso(...seriesTexts);
    kernel.changeSets.define(seriesChanges);
    kernel.changeSets.kinds.addOfActs(levelChanges);
    kernel.changeSets.kinds.addOfActs(titleChanges);
    kernel.records.define(seriesRecord(kernel.references), levelRecord(kernel.references));
  },
};
