import type { Kernel } from '#kernel/mount/feature.ts';
import { showImport } from './apply/import-state.service.ts';
import { getImport } from './record/import.service.ts';
import { importTitlesApi } from './titles/import-titles.contract.ts';
import { mergeSpellings, showTitles } from './titles/import-titles.service.ts';

/** The calls on the missing titles of a sheet. */
export function importTitlesRoutes(kernel: Kernel): void {
  kernel.api(importTitlesApi, {
    'GET /api/v1/import/:import_idx/title': async ({ ctx, params, query }) => ({
      results: await showTitles(ctx, params.import_idx, query),
    }),
    'PUT /api/v1/import/:import_idx/title': async ({ ctx, params: { import_idx: id }, body, write }) => {
      await write((within) => mergeSpellings(within, id, body));
      return { results: await showImport(ctx, await getImport(ctx, id)) };
    },
  });
}
