import { sql } from 'kysely';
import type { Feature } from '#kernel/mount/feature.ts';
import { importMessages } from './import.messages.ts';
import { importRecord } from './import.record.ts';
import { importRoutes } from './import.routes.ts';
import { appliedFigure, findImportTasks } from './import-home.read.ts';
import { sheetPrefix } from './sheet/import-upload.service.ts';

/** The book importer: sheets are checked cell by cell, previewed, applied and undone as a whole. */
export const bookImport: Feature = {
  name: 'import',
  messages: importMessages,
  fileChecks: [
    {
      name: 'import',
      prefixes: [sheetPrefix],
      files: sql`select file_key as key, 'import ' || import_idx as record, null::integer as size from import where file_key is not null`,
    },
  ],
  exported: {
    tables: [
      'import',
      'import_book',
      'import_file',
      'import_made',
      'import_plan',
      'import_result',
      'import_row',
      'import_sentence',
      'import_sentence_sheet',
    ],
  },
  register: (kernel) => {
    importRoutes(kernel);
    kernel.records.define(importRecord(kernel));
    kernel.home.addTasks(findImportTasks);
    kernel.home.addFigure(appliedFigure);
  },
};
