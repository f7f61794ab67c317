import type { FastifyRequest } from 'fastify';
import { bookFields } from '#features/book/book-fields.public.ts';
import { sendExport, template } from '#kernel/http/export.ts';
import { receiveFile } from '#kernel/http/received-file.ts';
import { findProgress, findShown, forgetProgress, requestStop } from '#kernel/jobs/job-progress.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { filesReadAs } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { defineApply, progressKey } from './apply/import.job.ts';
import { requireAcceptable } from './apply/import-apply.service.ts';
import { showImport } from './apply/import-state.service.ts';
import { importMessages } from './import.messages.ts';
import { importBooksRoutes } from './import-books.routes.ts';
import { importFilesRoutes } from './import-files.routes.ts';
import { importLinkRoutes } from './import-link.routes.ts';
import { importSentencesRoutes } from './import-sentences.routes.ts';
import { importTitlesRoutes } from './import-titles.routes.ts';
import { expectedSheet } from './record/expected-sheet.ts';
import { importApi } from './record/import.contract.ts';
import {
  chooseForImport,
  correctRow,
  discardImport,
  dropRows,
  entity,
  getImport,
  lockReady,
} from './record/import.service.ts';
import { findFileKeys, updateImport } from './record/import.store.ts';
import { listOwnBids } from './record/import-books.store.ts';
import { undoImport } from './record/import-undo.service.ts';
import { sentenceColumns, sentenceSheet } from './sentences/import-sentences.rules.ts';
import type { EarlyPreview } from './sheet/early-preview.service.ts';
import { getFileKey, showImportColumns, stageColumns } from './sheet/import-columns.service.ts';
import { exportRejected, previewRow, previewRows } from './sheet/import-preview.service.ts';
import { importSheet, isbnSheet, sheetPrefix, type UploadProgress } from './sheet/import-upload.service.ts';
import { fillMerged, unalter } from './sheet/sheet-notes.service.ts';

export function importRoutes(kernel: Kernel): void {
  const { files, storage, records } = kernel;
  files.add({ prefix: sheetPrefix, referenced: findFileKeys });
  const sendApply = defineApply(kernel);
  // After a change, it is read once that is committed: a version is the number of a row of the trail, which is stored last.
  const answer = async (ctx: Context, importIdx: number) => ({
    results: await showImport(ctx, await getImport(ctx, importIdx)),
  });
  kernel.api(importApi, {
    'POST /api/v1/import': async ({ request, write }) => {
      const others = filesReadAs(records.all, entity).flatMap(({ endings }) => endings);
      const received = await receiveFile(storage, request, expectedSheet(sheetPrefix, others));
      const progress = uploadProgress(kernel, request);
      try {
        return { results: { import_idx: await importSheet(kernel, received, write, progress) } };
      } finally {
        await progress.end();
      }
    },
    'GET /api/v1/import/progress/:key': async ({ ctx, params, query: { seen } }) => {
      const progress = await findProgress(ctx, uploadKey(params.key));
      const shown = await findShown<EarlyPreview>(ctx, uploadKey(params.key));
      return {
        results: {
          rows: progress?.done ?? 0,
          total: progress?.total ?? 0,
          ahead: progress?.ahead ?? 0,
          preview: shown && { ...shown, rows: shown.rows.slice(seen) },
        },
      };
    },
    'GET /api/v1/import/:import_idx': ({ ctx, params }) => answer(ctx, params.import_idx),
    'PUT /api/v1/import/:import_idx': async ({ ctx, params, body, write }) => {
      await write((within) => chooseForImport(within, params.import_idx, body));
      return answer(ctx, params.import_idx);
    },
    'DELETE /api/v1/import/:import_idx': async ({ ctx, params }) => {
      const { file_key } = await discardImport(ctx, params.import_idx);
      if (file_key) ctx.afterCommit(() => storage.remove(file_key));
    },
    'GET /api/v1/import/:import_idx/column': async ({ ctx, params, query }) => ({
      results: await showImportColumns(ctx, params.import_idx, query.heading_row),
    }),
    'PUT /api/v1/import/:import_idx/column': async ({ ctx, params: { import_idx: id }, body, write }) => {
      const { version, ...columns } = body;
      const stage = (file: string) =>
        write((within) => stageColumns(within, file, { importIdx: id, columns, version }));
      await storage.withFile(await getFileKey(ctx, id), stage);
      return answer(ctx, id);
    },
    'GET /api/v1/import/:import_idx/row': async ({ ctx, params, query }) => {
      await getImport(ctx, params.import_idx);
      return { results: await previewRows(ctx, params.import_idx, query.filter, query.page) };
    },
    'GET /api/v1/import/template': ({ ctx, query: { sheet, as }, reply }) => {
      const name = sheet === 'isbn' ? isbnSheet : sentenceSheet;
      const heading = sheet === 'isbn' ? bookFields.map((field) => field.name) : sentenceColumns;
      return sendExport({ ctx, reply }, { title: name, as, ...template(heading) });
    },
    'GET /api/v1/import/:import_idx/rejected': async ({ ctx, params: { import_idx: id }, query: { as }, reply }) => {
      const { counts } = await getImport(ctx, id);
      const rows = await exportRejected(ctx, id, counts.rejected ?? 0);
      return sendExport({ ctx, reply }, { title: 'rejected', sheet: isbnSheet, as, ...rows });
    },
    'GET /api/v1/import/:import_idx/row/:row_no': async ({ ctx, params }) => {
      await getImport(ctx, params.import_idx);
      return { results: await previewRow(ctx, params.import_idx, params.row_no) };
    },
    'PUT /api/v1/import/:import_idx/row/:row_no': async ({ ctx, params, body, write }) => {
      await write((within) => correctRow(within, params.import_idx, params.row_no, body));
      return answer(ctx, params.import_idx);
    },
    'PUT /api/v1/import/:import_idx/drop': async ({ ctx, params, body, write }) => {
      await write((within) => dropRows(within, params.import_idx, body));
      return answer(ctx, params.import_idx);
    },
    'PUT /api/v1/import/:import_idx/fill': async ({ ctx, params, body, write }) => {
      await write((within) => fillMerged(within, params.import_idx, body.version));
      return answer(ctx, params.import_idx);
    },
    'PUT /api/v1/import/:import_idx/unalter': async ({ ctx, params, body, write }) => {
      await write((within) => unalter(within, params.import_idx, body.version));
      return answer(ctx, params.import_idx);
    },
    'POST /api/v1/import/:import_idx/apply': async ({ ctx, params }) => {
      const locked = await lockReady(ctx, params.import_idx);
      requireAcceptable(locked, locked.counts);
      await updateImport(ctx.db, params.import_idx, { status: 'applying', problem: null });
      await forgetProgress(ctx, progressKey(params.import_idx));
      await sendApply(ctx, { import_idx: params.import_idx });
      return answer(ctx, params.import_idx);
    },
    'POST /api/v1/import/:import_idx/cancel': async ({ ctx, params }) => {
      const found = await getImport(ctx, params.import_idx);
      if (found.status !== 'applying') throw importMessages.error(409, 'import.not_applying');
      await requestStop(ctx, progressKey(params.import_idx));
    },
    'POST /api/v1/import/:import_idx/undo': async ({ ctx, params }) => {
      await undoImport(ctx, kernel, params.import_idx);
      return answer(ctx, params.import_idx);
    },
    'GET /api/v1/import/:import_idx/new': async ({ ctx, params, query }) => {
      await getImport(ctx, params.import_idx);
      return { results: await listOwnBids(ctx.db, params.import_idx, query.page) };
    },
    'GET /api/v1/import/:import_idx/file': async ({ ctx, params, reply }) => {
      const { file_name } = await getImport(ctx, params.import_idx);
      const link = await storage.signedUrl(await getFileKey(ctx, params.import_idx), {
        ttlMs: 60_000,
        ...(file_name && { fileName: file_name }),
      });
      await reply.redirect(link, 303);
    },
  });
  importBooksRoutes(kernel);
  importFilesRoutes(kernel);
  importSentencesRoutes(kernel);
  importTitlesRoutes(kernel);
  importLinkRoutes(kernel);
}

const uploadKey = (key: string) => `upload-${key}`;

/** Reports the progress of an upload under a key the uploader chose, and stops when the uploader disconnects. */
function uploadProgress({ jobs }: Kernel, { headers, raw }: FastifyRequest): UploadProgress {
  const key = headers['x-progress-key'];
  const progress = typeof key === 'string' && /^[\w-]{8,64}$/.test(key) ? jobs.progress(uploadKey(key)) : undefined;
  return {
    read: async (rows, total) => {
      if (raw.destroyed && !raw.complete) throw new AppError(400, 'error.job_cancelled');
      progress?.report(rows, total);
    },
    ...(progress && { show: (preview) => progress.show(preview) }),
    wait: (ahead) => progress?.wait(ahead),
    end: async () => progress?.end(),
  };
}
