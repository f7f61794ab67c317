import type { Feature } from '#kernel/mount/feature.ts';
import { mostNewWords } from './new-words/new-words.settings.ts';
import { roadmapChanges } from './roadmap.changes.ts';
import { roadmapSteep } from './roadmap.faults.ts';
import { roadmapMessages } from './roadmap.messages.ts';
import { roadmapRecord } from './roadmap.record.ts';
import { roadmapRoutes } from './roadmap.routes.ts';
import { roadmapSample } from './roadmap.sample.ts';

/** Roadmaps: the reading steps of each target group, rows of at most five books. */
export const roadmap: Feature = {
  name: 'roadmap',
  messages: roadmapMessages,
  constraints: {
    roadmap__grp_idx_fkey: { status: 404, key: 'roadmap.not_found', field: 'target_group' },
    roadmap_book__grp_idx_fkey: { status: 409, key: 'roadmap.group_in_use' },
    roadmap_book__bidx_fkey: { status: 409, key: 'roadmap.book_in_use' },
    roadmap_book__place_check: { status: 422, key: 'roadmap.row_full', field: 'target_row' },
  },
  exported: { tables: ['roadmap', 'roadmap_book'] },
  register(kernel) {
    roadmapRoutes(kernel);
    kernel.settings.add(mostNewWords);
    kernel.changeSets.define(roadmapChanges);
    kernel.records.define(roadmapRecord);
    kernel.faults.add(roadmapSteep);
    kernel.samples.add(roadmapSample);
  },
};
