import type { FastifyRequest } from 'fastify';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { listOwnBids } from './books/import-books.store.ts';
import { importBooksRoutes } from './books/import-books.routes.ts';
import { importFilesRoutes } from './files/import-files.routes.ts';
import { importApi } from './import.contract.ts';
import { applyJob, type ApplyJob, progressKey } from './import.job.ts';
import { previewRows } from './import-preview.service.ts';
import { requireAcceptable } from './import-apply.service.ts';
import { chooseForImport, correctRow, discardImport, dropRows, getImport, holdReady } from './import.service.ts';
import { showImport } from './import-state.service.ts';
import { findFileKeys, updateImport } from './import.store.ts';
import { importPages } from './import-pages.routes.ts';
import { undoImport } from './import-undo.service.ts';
import { importSheet, sheetPrefix } from './import-upload.service.ts';
import { importLinkRoutes } from './link/import-link.routes.ts';
import { receiveSheetFile } from './receive-sheet.ts';
import { importSentencesRoutes } from './sentences/import-sentences.routes.ts';
import { importMessages } from './import.messages.ts';

const done = { results: { success: true } };

export function importRoutes(kernel: Kernel): void {
  const { files, jobs, storage } = kernel;
  files.add({ prefix: sheetPrefix, held: findFileKeys });
  const answer = async (ctx: Context, importIdx: number) => ({
    results: await showImport(ctx, jobs, await getImport(ctx, importIdx)),
  });
  kernel.api(importApi, {
    'POST /api/v1/import': async ({ request, write }) => {
      const received = await receiveSheetFile(storage, request, sheetPrefix);
      return { results: { import_idx: await importSheet(kernel, received, write, uploadProgress(kernel, request)) } };
    },
    'GET /api/v1/import/progress/:key': async ({ params }) => ({
      results: { rows: (await jobs.progress(uploadKey(params.key)).find())?.done ?? 0 },
    }),
    'GET /api/v1/import/:import_idx': ({ ctx, params }) => answer(ctx, params.import_idx),
    'PUT /api/v1/import/:import_idx': async ({ ctx, params, body }) => {
      await chooseForImport(ctx, params.import_idx, body);
      return answer(ctx, params.import_idx);
    },
    'DELETE /api/v1/import/:import_idx': async ({ ctx, params }) => {
      const { file_key } = await discardImport(ctx, params.import_idx);
      if (file_key) ctx.afterCommit(() => storage.remove(file_key));
      return done;
    },
    'GET /api/v1/import/:import_idx/row': async ({ ctx, params, query }) => {
      await getImport(ctx, params.import_idx);
      return { results: await previewRows(ctx, params.import_idx, query.filter, query.page) };
    },
    'PUT /api/v1/import/:import_idx/row/:row_no': async ({ ctx, params, body }) => {
      await correctRow(ctx, params.import_idx, params.row_no, body.cells);
      return answer(ctx, params.import_idx);
    },
    'PUT /api/v1/import/:import_idx/drop': async ({ ctx, params, body }) => {
      await dropRows(ctx, params.import_idx, body.rows, body.dropped);
      return answer(ctx, params.import_idx);
    },
    'POST /api/v1/import/:import_idx/apply': async ({ ctx, params }) => {
      const held = await holdReady(ctx, params.import_idx);
      requireAcceptable(held, held.counts);
      await updateImport(ctx.db, params.import_idx, { status: 'applying', problem: null });
      const { actor, locale, requestId } = ctx;
      const key = progressKey(params.import_idx);
      await jobs.progress(key).clear();
      await jobs.send<ApplyJob>(ctx, applyJob, {
        key,
        import_idx: params.import_idx,
        caller: { actor, locale, requestId },
      });
      return answer(ctx, params.import_idx);
    },
    'POST /api/v1/import/:import_idx/cancel': async ({ ctx, params }) => {
      const found = await getImport(ctx, params.import_idx);
      if (found.status !== 'applying') throw importMessages.error(409, 'import.not_applying');
      await jobs.progress(progressKey(params.import_idx)).cancel();
      return done;
    },
    'POST /api/v1/import/:import_idx/undo': async ({ ctx, params }) => {
      await undoImport(ctx, kernel, params.import_idx);
      return answer(ctx, params.import_idx);
    },
    'GET /api/v1/import/:import_idx/new': async ({ ctx, params }) => {
      await getImport(ctx, params.import_idx);
      return { results: { bids: await listOwnBids(ctx.db, params.import_idx) } };
    },
    'GET /api/v1/import/:import_idx/file': async ({ ctx, params, reply }) => {
      const { file_key, file_name } = await getImport(ctx, params.import_idx);
      if (!file_key) throw importMessages.error(404, 'import.no_file');
      const link = await storage.signedUrl(file_key, { ttlMs: 60_000, ...(file_name && { fileName: file_name }) });
      await reply.redirect(link, 303);
    },
  });
  importBooksRoutes(kernel);
  importFilesRoutes(kernel);
  importSentencesRoutes(kernel);
  importLinkRoutes(kernel);
  importPages(kernel);
}

const uploadKey = (key: string) => `upload-${key}`;

/** Tells how many rows of an upload are read, under a key the uploader chose, and stops when the uploader is gone. */
function uploadProgress({ jobs }: Kernel, { headers, raw }: FastifyRequest) {
  const key = headers['x-progress-key'];
  const progress = typeof key === 'string' && /^[\w-]{8,64}$/.test(key) ? jobs.progress(uploadKey(key)) : undefined;
  return async (rows: number) => {
    if (raw.destroyed && !raw.complete) throw importMessages.error(400, 'import.cancelled');
    await progress?.tell(rows, 0);
  };
}
