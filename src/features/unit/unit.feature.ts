import type { Feature } from '#kernel/mount/feature.ts';
import { unitChanges } from './unit-info.changes.ts';
import { unitInfoRecord } from './unit-info.record.ts';
import { unitInfoRoutes } from './unit-info.routes.ts';

/** The units of books. */
export const unit: Feature = {
  name: 'unit',
  wordsOf: 'book',
  exported: { tables: ['unit_info', 'unit_info_row'] },
  register(kernel) {
    unitInfoRoutes(kernel);
    kernel.changeSets.define(unitChanges);
    kernel.records.define(unitInfoRecord);
  },
};
