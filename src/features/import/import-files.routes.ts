import { requireSpreadsheetAccount } from '#features/spreadsheet/spreadsheet.public.ts';
import { longestAudio } from '#features/word/word-rules.public.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import type { Context } from '#kernel/work/context.ts';
import { declareFiles, showDeclared } from './files/declare-files.service.ts';
import { importFilesApi } from './files/import-files.contract.ts';
import { filesState } from './files/import-files.read.ts';
import { deleteUntaken } from './files/import-files.store.ts';
import { stagingKey, stagingPattern } from './files/staged-files.store.ts';
import { takeFiles } from './files/take-files.service.ts';
import { getImport, lockLoaded } from './record/import.service.ts';

/** The calls of the two file steps: choose, upload with grants, take. */
export function importFilesRoutes(kernel: Kernel): void {
  const { api, files, storage } = kernel;
  files.addUploads({ pattern: stagingPattern.images, maxBytes: maxImageBytes });
  const check = (ctx: Context) => requireSpreadsheetAccount(kernel, ctx);
  files.addUploads({ pattern: stagingPattern.audio, maxBytes: longestAudio, check });

  api(importFilesApi, {
    'POST /api/v1/import/:import_idx/upload': async ({ ctx, params: { import_idx: id }, body, write }) => {
      const declared = await write((within) => declareFiles(within, kernel, id, body.step, body.files));
      const shown = await showDeclared(ctx, storage, id, body.files, declared);
      return { results: { files: shown, invalid: shown.filter(({ status }) => status === 'invalid').length } };
    },
    'PUT /api/v1/import/:import_idx/upload': async ({ ctx, params, body: { step, bids }, write }) => {
      await getImport(ctx, params.import_idx);
      return { results: await takeFiles(ctx, kernel, write, { importIdx: params.import_idx, step, bids }) };
    },
    'GET /api/v1/import/:import_idx/upload': async ({ ctx, params, query }) => {
      await getImport(ctx, params.import_idx);
      return { results: await filesState(ctx, params.import_idx, query.step) };
    },
    'DELETE /api/v1/import/:import_idx/upload': async ({ ctx, params: { import_idx: id }, body: { step } }) => {
      await lockLoaded(ctx, id);
      const gone = await deleteUntaken(ctx.db, id, step);
      if (gone.length > 0)
        ctx.audit({ entity: 'import', id, action: 'import.files_forgotten', before: { step, files: gone.length } });
      const keys = gone.map((file) => stagingKey(id, file));
      leaveFiles(ctx, storage, keys);
    },
  });
}
