import { pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { countedActsOn } from '#kernel/records/record-parts.ts';
import { newWordsApi } from './new-words/new-words.contract.ts';
import { countNewWords } from './new-words/new-words.read.ts';
import { RoadmapParams, roadmapApi } from './roadmap.contract.ts';
import { findBooks, listWaiting } from './roadmap.read.ts';
import { arrangeBooks, createRoadmap, getRoadmap, moveBooks, requireGroup } from './roadmap.service.ts';
import type RoadmapEditor from './roadmap-editor.view.tsx';

// How many rows have their books loaded with the page; the others are loaded as they come into view.
const firstRows = 30;

export function roadmapRoutes({ api, web, storage, records }: Kernel): void {
  api(roadmapApi, {
    'GET /api/v1/roadmap': async ({ ctx, query }) => {
      const { title: _title, ...roadmap } = await getRoadmap(ctx, query.target_group);
      return { results: roadmap };
    },
    'POST /api/v1/roadmap': async ({ ctx, body }) => ({ results: await createRoadmap(ctx, body) }),
    'PUT /api/v1/roadmap': async ({ ctx, body }) => {
      const saved = 'rows' in body ? { ...(await arrangeBooks(ctx, body)), warnings: [] } : await moveBooks(ctx, body);
      return { results: saved };
    },
    'GET /api/v1/roadmap/waiting': async ({ ctx, query }) => {
      await requireGroup(ctx, query.target_group);
      return { results: await listWaiting(ctx, storage, query) };
    },
    'GET /api/v1/roadmap/book': async ({ ctx, query }) => ({ results: await findBooks(ctx, storage, query.bids) }),
  });
  api(newWordsApi, {
    'POST /api/v1/roadmap/new_words': async ({ ctx, body }) => ({ results: await countNewWords(ctx, body.rows) }),
  });
  web.lead('/roadmap', '/agegroup');
  web.page('/roadmap/:grp_idx', {
    view: view<typeof RoadmapEditor>('roadmap/roadmap-editor'),
    shows: ({ grp_idx: id }) => ({ kind: 'roadmap', id }),
    title: (t, { title }) => `${t('roadmap.heading')}: ${title}`,
    params: RoadmapParams,
    load: async ({ ctx, params: { grp_idx } }) => {
      const roadmap = await getRoadmap(ctx, grp_idx);
      const shown = roadmap.rows.slice(0, firstRows).flat();
      const [books, waiting, newWords] = await Promise.all([
        findBooks(ctx, storage, shown),
        listWaiting(ctx, storage, { target_group: grp_idx, order: 'title', page: 1 }),
        countNewWords(ctx, roadmap.rows),
      ]);
      const acts = await countedActsOn(ctx, records.all, 'roadmap', String(grp_idx));
      return { grp_idx, ...roadmap, acts, books, waiting, newWords, paging: { size: pageSize, limit: pagingLimit } };
    },
  });
}
