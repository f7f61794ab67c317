import { z } from 'zod';
import { PageNumber, pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { withReceivedFile } from '#kernel/http/received-file.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { applyTexts } from './import/apply-texts.service.ts';
import { expectedTexts, stageTexts } from './import/stage-texts.service.ts';
import { showTextImport } from './import/text-import.read.ts';
import { listTextImports } from './import/text-import.store.ts';
import type TextImport from './screen/text-import.view.tsx';
import type TextsPage from './screen/texts-page.view.tsx';
import { TextImportParams, textsApi } from './texts.contract.ts';
import { exportTexts } from './texts-export.read.ts';
import { kindsWithTexts } from './texts-of.read.ts';

// The newest files; the audit trail has all.
const shownImports = 50;

export function textsRoutes(kernel: Kernel): void {
  const { api, web, records, storage } = kernel;
  api(textsApi, {
    'GET /api/v1/texts': ({ ctx, query, reply }) => exportTexts({ ctx, reply }, kernel, query),
    'POST /api/v1/texts/import': async ({ request, write }) => ({
      results: {
        timp_idx: await withReceivedFile(storage, request, expectedTexts, (file, name) =>
          stageTexts(write, records, file, name),
        ),
      },
    }),
    'GET /api/v1/texts/import/:timp_idx': async ({ ctx, params, query }) => ({
      results: await showTextImport(ctx, kernel, params.timp_idx, query.page),
    }),
    'POST /api/v1/texts/import/:timp_idx/apply': async ({ ctx, params, body }) => ({
      results: await applyTexts(ctx, records, params.timp_idx, body?.conflicts),
    }),
  });
  web.page('/texts', {
    view: view<typeof TextsPage>('texts/screen/texts-page'),
    title: (t) => t('texts.heading'),
    follows: ['text_import'],
    load: async ({ ctx }) => ({
      kinds: kindsWithTexts(records).map(({ kind, label }) => ({ value: kind, label: ctx.text(label) })),
      imports: await listTextImports(ctx.db, shownImports),
    }),
  });
  web.page('/texts/:timp_idx', {
    view: view<typeof TextImport>('texts/screen/text-import'),
    title: (_, { state }) => state.file,
    params: TextImportParams,
    query: z.object({ page: PageNumber }),
    load: async ({ ctx, params, query: { page } }) => ({
      state: await showTextImport(ctx, kernel, params.timp_idx, page),
      paging: { page, size: pageSize, limit: pagingLimit },
    }),
  });
}
