import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { mostNewWords } from './new-words/new-words.settings.ts';
import { roadmapMessages } from './roadmap.messages.ts';
import { findRoadmapsByText, registerRoadmapReferences } from './roadmap.references.ts';
import { roadmapRoutes } from './roadmap.routes.ts';
import { roadmapSample } from './roadmap.sample.ts';
import { roadmapHref, roadmapKind } from './roadmap.service.ts';

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
  register(kernel) {
    roadmapRoutes(kernel);
    kernel.settings.add(mostNewWords);
    registerRoadmapReferences(kernel.references);
    kernel.samples.add(roadmapSample);
    kernel.palette.add({ kind: 'roadmap.kind', icon: 'roadmap', find: findRoadmapsByText });
    kernel.recordLinks.add({
      entity: roadmapKind,
      label: 'roadmap.kind',
      href: roadmapHref,
      titles: titlesIn('age_group', { key: 'grp_idx' }),
      refs: { books: () => 'book' },
      actions: { 'roadmap.moved': 'roadmap.did_move', 'roadmap.arranged': 'roadmap.did_arrange' },
      fields: {
        books: 'roadmap.field_books',
        row: 'roadmap.field_row',
        place: 'roadmap.field_place',
        from: 'roadmap.field_from',
        rows: 'roadmap.field_rows',
      },
    });
  },
};
