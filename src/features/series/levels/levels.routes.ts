import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { countedActsOn } from '#kernel/records/record-parts.ts';
import { changeSequence } from '#kernel/records/sequence.ts';
import type LevelCreate from './level-create.view.tsx';
import type LevelRename from './level-rename.view.tsx';
import { LevelFormQuery, LevelParams, levelsApi } from './levels.contract.ts';
import {
  createLevel,
  getLevel,
  levelOrder,
  levelsOf,
  removeLevel,
  renameLevel,
  seriesTitle,
} from './levels.service.ts';

export function levelsRoutes({ api, web, references, records }: Kernel): void {
  api(levelsApi, {
    'GET /api/v1/level': async ({ ctx, query }) => ({
      results: (await levelsOf(ctx, references, query.ser_idx)).levels,
    }),
    'GET /api/v1/series/:ser_idx/level': async ({ ctx, params }) => ({
      results: {
        ...(await levelsOf(ctx, references, params.ser_idx)),
        offered: await countedActsOn(ctx, records.all, 'series', String(params.ser_idx)),
      },
    }),
    'POST /api/v1/level': async ({ ctx, body }) => ({
      results: { lev_idx: await createLevel(ctx, body.ser_idx, body.title) },
    }),
    'PUT /api/v1/level/:lev_idx': ({ ctx, params, body }) => renameLevel(ctx, params.lev_idx, body.title, body.version),
    'DELETE /api/v1/level/:lev_idx': ({ ctx, params }) => removeLevel(ctx, references, params.lev_idx),
    'PUT /api/v2/level/:ser_idx': ({ ctx, params, query, body }) =>
      changeSequence(ctx, levelOrder, {
        id: params.ser_idx,
        wanted: body.sequence,
        base: body.base ?? query.base,
      }),
  });
  web.fragment('/series/level/create', {
    view: view<typeof LevelCreate>('series/levels/level-create'),
    query: LevelFormQuery,
    within: ({ query }) => (query.ser_idx ? `/series?open=${query.ser_idx}` : '/series'),
    load: async ({ ctx, query }) => ({
      series: query.ser_idx ? { id: query.ser_idx, title: await seriesTitle(ctx, query.ser_idx) } : null,
    }),
  });
  web.fragment('/series/level/update/:lev_idx', {
    view: view<typeof LevelRename>('series/levels/level-rename'),
    params: LevelParams,
    within: '/series',
    load: async ({ ctx, params }) => ({ level: await getLevel(ctx, params.lev_idx) }),
  });
}
