import { sendExport } from '#kernel/http/export.ts';
import { withReceivedFile } from '#kernel/http/received-file.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import { readSheetAside } from '#kernel/sheets/sheet-thread.ts';
import { expectedSheet } from './record/expected-sheet.ts';
import { getImport, getLoaded } from './record/import.service.ts';
import { readSentenceSheet } from './sentences/check-sentences.service.ts';
import { importSentencesApi } from './sentences/import-sentences.contract.ts';
import { sentenceSheet } from './sentences/import-sentences.rules.ts';
import {
  applySentences,
  chooseSentenceColumns,
  correctSentence,
  discardSentences,
  dropSentences,
  exportRejected,
  fillSentences,
  getSentenceColumns,
  getSheet,
  isOutdated,
  recheckSentences,
  showRows,
  stageSentences,
} from './sentences/import-sentences.service.ts';

/** The calls of the words and sentences step. A changed sheet is read once its change is committed and has its version. */
export function importSentencesRoutes(kernel: Kernel): void {
  kernel.api(importSentencesApi, {
    'POST /api/v1/import/:import_idx/sentence': async ({ ctx, params: { import_idx: id }, request, write }) => {
      await getLoaded(ctx, id);
      const expected = expectedSheet('staging/sheets/');
      return withReceivedFile(kernel.storage, request, expected, async (file, name) => {
        let found: SheetNotes | null = null;
        const note = (notes: SheetNotes) => {
          found = notes;
        };
        const options = { name, sheet: sentenceSheet, maxColumns: 64, note };
        const read = await readSentenceSheet(readSheetAside(file, options), () => found);
        await write((within) => stageSentences(within, id, name, read));
        return { results: await getSheet(ctx, id) };
      });
    },
    'GET /api/v1/import/:import_idx/sentence': async ({ ctx, params, query }) => {
      await getImport(ctx, params.import_idx);
      return { results: await showRows(ctx, params.import_idx, query.filter, query.page) };
    },
    'GET /api/v1/import/:import_idx/sentence/column': async ({ ctx, params, query }) => ({
      results: await getSentenceColumns(ctx, params.import_idx, query.heading_row),
    }),
    'PUT /api/v1/import/:import_idx/sentence/column': async ({ ctx, params: { import_idx: id }, body, write }) => {
      const { version, ...columns } = body;
      await write((within) => chooseSentenceColumns(within, id, { columns, version }));
      return { results: await getSheet(ctx, id) };
    },
    'GET /api/v1/import/:import_idx/sentence/rejected': async ({ ctx, params, query: { as }, reply }) => {
      const rows = await exportRejected(ctx, params.import_idx);
      return sendExport({ ctx, reply }, { title: 'rejected', sheet: sentenceSheet, as, ...rows });
    },
    'PUT /api/v1/import/:import_idx/sentence/drop': async ({ ctx, params: { import_idx: id }, body, write }) => {
      await write((within) => dropSentences(within, id, body));
      return { results: await getSheet(ctx, id) };
    },
    'PUT /api/v1/import/:import_idx/sentence/fill': async ({ ctx, params: { import_idx: id }, body, write }) => {
      await write((within) => fillSentences(within, id, body.version));
      return { results: await getSheet(ctx, id) };
    },
    'PUT /api/v1/import/:import_idx/sentence/:row_no': async ({
      ctx,
      params: { import_idx: id, row_no },
      body,
      write,
    }) => {
      await write((within) => correctSentence(within, id, row_no, body));
      return { results: await getSheet(ctx, id) };
    },
    'POST /api/v1/import/:import_idx/sentence/apply': async ({ ctx, params: { import_idx: id }, write }) => {
      try {
        await write((within) => applySentences(within, id));
      } catch (error) {
        if (isOutdated(error) && !ctx.proposal) await write((within) => recheckSentences(within, id));
        throw error;
      }
      return { results: await getSheet(ctx, id) };
    },
    'DELETE /api/v1/import/:import_idx/sentence': ({ ctx, params }) => discardSentences(ctx, params.import_idx),
  });
}
