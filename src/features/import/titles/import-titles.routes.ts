import type { Kernel } from '#kernel/mount/feature.ts';
import { getImport } from '../import.service.ts';
import { showImport } from '../import-state.service.ts';
import { importTitlesApi } from './import-titles.contract.ts';
import { mergeSpellings, showTitles } from './import-titles.service.ts';

/** The calls on the missing titles of a sheet. */
export function importTitlesRoutes(kernel: Kernel): void {
  kernel.api(importTitlesApi, {
    'GET /api/v1/import/:import_idx/title': async ({ ctx, params, query }) => ({
      results: await showTitles(ctx, params.import_idx, query),
    }),
    'PUT /api/v1/import/:import_idx/title': async ({ ctx, params: { import_idx: id }, body }) => {
      await mergeSpellings(ctx, id, body);
      return { results: await showImport(ctx, await getImport(ctx, id)) };
    },
  });
}
