import { readSpreadsheet } from '#features/spreadsheet/spreadsheet.public.ts';
import { callerOf } from '#kernel/http/caller.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { importLinkApi } from './link/import-link.contract.ts';
import { storeIsbnSheet } from './link/store-sheet.service.ts';
import { getLoaded } from './record/import.service.ts';
import { readSentenceRows } from './sentences/check-sentences.service.ts';
import { sentenceSheet } from './sentences/import-sentences.rules.ts';
import { getSheet, stageSentences } from './sentences/import-sentences.service.ts';
import { sentenceOrder } from './sentences/sentence-columns.rules.ts';
import { importSheet, isbnSheet } from './sheet/import-upload.service.ts';

/** The calls that read a sheet from a cloud spreadsheet instead of a file. */
export function importLinkRoutes(kernel: Kernel): void {
  kernel.api(importLinkApi, {
    'POST /api/v1/import/link': async ({ body: { link }, request, write }) => {
      const rows = readSpreadsheet(kernel, callerOf(request), { link, sheet: isbnSheet, range: 'A2:AM' });
      const stored = await storeIsbnSheet(kernel.storage, rows);
      return { results: { import_idx: await importSheet(kernel, stored, write) } };
    },
    'POST /api/v1/import/:import_idx/sentence/link': async ({ ctx, params, body: { link }, request, write }) => {
      await getLoaded(ctx, params.import_idx);
      const sheet = readSpreadsheet(kernel, callerOf(request), { link, sheet: sentenceSheet, range: 'A2:D' });
      const rows = await readSentenceRows(sheet, sentenceOrder);
      const read = { rows, head: null, notes: null, unmatched: null };
      await write((within) => stageSentences(within, params.import_idx, sentenceSheet, read));
      return { results: await getSheet(ctx, params.import_idx) };
    },
  });
}
